/// The answers to single calls and to the items of batches.
@NullMarked
package dev.waybill.result;

import org.jspecify.annotations.NullMarked;
