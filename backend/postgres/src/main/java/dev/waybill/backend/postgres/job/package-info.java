/// Jobs in PostgreSQL.
@NullMarked
package dev.waybill.backend.postgres.job;

import org.jspecify.annotations.NullMarked;
