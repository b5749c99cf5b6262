/// What travels as JSON: one file per document, each read and written by hand. Reading is strict.
@NullMarked
package dev.waybill.wire;

import org.jspecify.annotations.NullMarked;
