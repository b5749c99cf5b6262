/// Runs the fuzz corpus.
@NullMarked
package dev.waybill.fuzz;

import org.jspecify.annotations.NullMarked;
