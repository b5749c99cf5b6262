/// The search index in PostgreSQL.
@NullMarked
package dev.waybill.backend.postgres.catalog;

import org.jspecify.annotations.NullMarked;
