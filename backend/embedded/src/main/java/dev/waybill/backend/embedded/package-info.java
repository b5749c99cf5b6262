/// The embedded backend: one data directory, one process.
@NullMarked
package dev.waybill.backend.embedded;

import org.jspecify.annotations.NullMarked;
