/// Tests of the index of chunks.
@NullMarked
package dev.waybill.documents.index;

import org.jspecify.annotations.NullMarked;
