/// The crash rig: runs the embedded store under load in a process of its own, kills it, cuts its
/// power, and checks what is left against what was acknowledged.
@NullMarked
package dev.waybill.rig;

import org.jspecify.annotations.NullMarked;
