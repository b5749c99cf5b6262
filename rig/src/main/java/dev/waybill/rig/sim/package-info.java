/// The simulator: the real engine on a store in one thread, with virtual time, seeded faults and an
/// oracle that checks every step against the promises.
@NullMarked
package dev.waybill.rig.sim;

import org.jspecify.annotations.NullMarked;
