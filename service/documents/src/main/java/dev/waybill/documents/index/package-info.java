/// The index of chunks: full text and vectors.
@NullMarked
package dev.waybill.documents.index;

import org.jspecify.annotations.NullMarked;
