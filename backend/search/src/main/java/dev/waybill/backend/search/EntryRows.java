package dev.waybill.backend.search;

import dev.waybill.spi.Catalog.Entry;
import dev.waybill.spi.Catalog.EntryKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Reads entries from rows.
final class EntryRows {

  /// The columns of an entry in the table with the alias `e`.
  static final String COLUMNS = "e.id, e.seconds, e.nanos, e.fields, e.details, e.text";

  private EntryRows() {}

  static List<Entry> find(Connection connection, List<EntryKey> keys) throws SQLException {
    String sql =
        "SELECT "
            + COLUMNS
            + " FROM places p CROSS JOIN entries e ON e.place = p.place"
            + " WHERE p.tenant = ? AND p.kind = ? AND e.id = ?";
    List<Entry> found = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      for (EntryKey key : keys) {
        select.setString(1, key.tenant());
        select.setString(2, key.kind());
        select.setString(3, key.id());
        try (ResultSet row = select.executeQuery()) {
          if (row.next()) {
            found.add(entry(key.tenant(), key.kind(), row));
          }
        }
      }
    }
    return found;
  }

  static Entry entry(String tenant, String kind, ResultSet row) throws SQLException {
    return new Entry(
        new EntryKey(tenant, kind, row.getString(1)),
        Instant.ofEpochSecond(row.getLong(2), row.getInt(3)),
        StoredValues.read(row.getBytes(4)),
        StoredValues.read(row.getBytes(5)),
        row.getString(6));
  }
}
