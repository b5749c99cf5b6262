/// Splits the blocks of a document into chunks that an embedding model can take.
@NullMarked
package dev.waybill.documents.chunk;

import org.jspecify.annotations.NullMarked;
