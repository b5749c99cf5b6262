/// Bugs that the simulator must find, seeded around a store.
@NullMarked
package dev.waybill.rig.sim.bug;

import org.jspecify.annotations.NullMarked;
