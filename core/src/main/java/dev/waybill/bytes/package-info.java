/// Numbers and texts as bytes, for what stores and servers write most.
@NullMarked
package dev.waybill.bytes;

import org.jspecify.annotations.NullMarked;
