/// The index of chunks in PostgreSQL with pgvector.
@NullMarked
package dev.waybill.documents.index.postgres;

import org.jspecify.annotations.NullMarked;
