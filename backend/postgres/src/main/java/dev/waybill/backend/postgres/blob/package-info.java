/// Large payloads in PostgreSQL.
@NullMarked
package dev.waybill.backend.postgres.blob;

import org.jspecify.annotations.NullMarked;
