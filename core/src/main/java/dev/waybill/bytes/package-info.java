/// Numbers, texts and jobs as bytes, in the formats that stores and servers write most.
@NullMarked
package dev.waybill.bytes;

import org.jspecify.annotations.NullMarked;
