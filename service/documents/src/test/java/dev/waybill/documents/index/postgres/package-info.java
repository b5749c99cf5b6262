/// Tests of the index of chunks in PostgreSQL.
@NullMarked
package dev.waybill.documents.index.postgres;

import org.jspecify.annotations.NullMarked;
