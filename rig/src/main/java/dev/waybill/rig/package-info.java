/// The crash rig: runs the embedded store under load in another process, kills it, simulates power
/// cuts, and compares the store with the acknowledged calls.
@NullMarked
package dev.waybill.rig;

import org.jspecify.annotations.NullMarked;
