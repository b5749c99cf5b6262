package dev.waybill.backend.postgres;

import java.sql.Connection;
import java.time.Instant;

/// A transaction that writes.
///
/// @param now its time by the clock of the database, in milliseconds
record Write(Connection connection, SqlNames names, long now) {

  SqlQuery query(String template) throws java.sql.SQLException {
    return SqlQuery.of(connection, names.in(template));
  }

  Instant time() {
    return Instant.ofEpochMilli(now);
  }
}
