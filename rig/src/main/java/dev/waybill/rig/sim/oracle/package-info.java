/// The oracle: sees every answer of the stores and checks it against the promises.
@NullMarked
package dev.waybill.rig.sim.oracle;

import org.jspecify.annotations.NullMarked;
