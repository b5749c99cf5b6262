/// The simulator: the real engine over a store in one thread, with virtual time, seeded faults and
/// a witness that holds every step against the promises.
@NullMarked
package dev.waybill.rig.sim;

import org.jspecify.annotations.NullMarked;
