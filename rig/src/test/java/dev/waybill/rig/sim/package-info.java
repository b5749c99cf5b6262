@org.jspecify.annotations.NullMarked
package dev.waybill.rig.sim;
