/// Settings, connections, transactions and migrations of the PostgreSQL store.
@NullMarked
package dev.waybill.backend.postgres.sql;

import org.jspecify.annotations.NullMarked;
