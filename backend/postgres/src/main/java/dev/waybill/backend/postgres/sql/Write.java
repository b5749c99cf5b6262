package dev.waybill.backend.postgres.sql;

import java.sql.Connection;
import java.time.Instant;

/// A transaction that writes.
///
/// @param now its time by the clock of the database, in milliseconds
public record Write(Connection connection, SqlNames names, long now) {

  public SqlQuery query(String template) throws java.sql.SQLException {
    return SqlQuery.of(connection, names.in(template));
  }

  public Instant time() {
    return Instant.ofEpochMilli(now);
  }
}
