/// The embedded backend: one folder, one process.
@NullMarked
package dev.waybill.backend.embedded;

import org.jspecify.annotations.NullMarked;
