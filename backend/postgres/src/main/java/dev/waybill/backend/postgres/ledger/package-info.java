/// The ledger in PostgreSQL.
@NullMarked
package dev.waybill.backend.postgres.ledger;

import org.jspecify.annotations.NullMarked;
