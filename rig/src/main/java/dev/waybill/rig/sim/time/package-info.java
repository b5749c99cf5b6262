/// Virtual time, and the actors that it wakes.
@NullMarked
package dev.waybill.rig.sim.time;

import org.jspecify.annotations.NullMarked;
