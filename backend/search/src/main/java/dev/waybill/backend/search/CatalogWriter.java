package dev.waybill.backend.search;

import dev.waybill.base.Text;
import dev.waybill.spi.Catalog.Entry;
import dev.waybill.spi.Catalog.EntryKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The statements that change the catalog, prepared once and closed with their connection.
final class CatalogWriter {

  private static final int TEXT_LENGTH = 1024 * 1024;

  private final PreparedStatement saveEntry;
  private final PreparedStatement saveField;
  private final PreparedStatement saveWords;
  private final PreparedStatement dropEntry;
  private final PreparedStatement dropFields;
  private final PreparedStatement dropWords;
  private final PreparedStatement moveCheckpoint;
  private final PreparedStatement readCheckpoint;
  private final PreparedStatement readPosition;
  private final PreparedStatement movePosition;
  private final PreparedStatement readUpTo;
  private final List<PreparedStatement> forget;

  CatalogWriter(Connection connection) throws SQLException {
    saveEntry =
        connection.prepareStatement(
            """
            INSERT INTO entries (tenant, kind, id, seconds, nanos, text) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tenant, kind, id) DO UPDATE
            SET seconds = excluded.seconds, nanos = excluded.nanos, text = excluded.text
            RETURNING row\
            """);
    saveField =
        connection.prepareStatement(
            """
            INSERT INTO fields (tenant, kind, id, seconds, nanos, row, name, value)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)\
            """);
    saveWords =
        connection.prepareStatement("INSERT OR REPLACE INTO words (rowid, text) VALUES (?, ?)");
    dropEntry =
        connection.prepareStatement(
            "DELETE FROM entries WHERE tenant = ? AND kind = ? AND id = ? RETURNING row");
    dropFields = connection.prepareStatement("DELETE FROM fields WHERE row = ?");
    dropWords = connection.prepareStatement("DELETE FROM words WHERE rowid = ?");
    moveCheckpoint = connection.prepareStatement("UPDATE checkpoint SET position = ?");
    readCheckpoint = connection.prepareStatement("SELECT position FROM checkpoint");
    readPosition = connection.prepareStatement("SELECT position FROM positions WHERE feed = ?");
    movePosition = connection.prepareStatement("INSERT OR REPLACE INTO positions VALUES (?, ?)");
    // One step of an index per tenant, instead of all entries.
    readUpTo =
        connection.prepareStatement(
            """
            WITH RECURSIVE tenants (name) AS (
              SELECT min(tenant) FROM entries UNION ALL
              SELECT (SELECT min(tenant) FROM entries WHERE tenant > name) FROM tenants
              WHERE name IS NOT NULL)
            SELECT tenant, kind, id FROM tenants
            CROSS JOIN entries INDEXED BY entries_newest ON tenant = name
            WHERE kind = ? AND (seconds, nanos) <= (?, ?) LIMIT ?\
            """);
    forget =
        List.of(
            connection.prepareStatement(
                "DELETE FROM words WHERE rowid IN (SELECT row FROM entries WHERE kind = ?)"),
            connection.prepareStatement("DELETE FROM fields WHERE kind = ?"),
            connection.prepareStatement("DELETE FROM entries WHERE kind = ?"),
            connection.prepareStatement("DELETE FROM positions WHERE feed = ?"));
  }

  void save(Entry entry) throws SQLException {
    save(entry, entry.text());
  }

  /// The text is indexed but not stored.
  void index(Entry entry) throws SQLException {
    save(entry, "");
  }

  private void save(Entry entry, String kept) throws SQLException {
    String text = Text.storable(entry.text(), TEXT_LENGTH);
    bindPlace(saveEntry, entry);
    saveEntry.setString(6, Text.storable(kept, TEXT_LENGTH));
    long row;
    try (ResultSet saved = saveEntry.executeQuery()) {
      row = saved.getLong(1);
    }
    saveFields(entry, row);
    saveWords.setLong(1, row);
    saveWords.setString(2, text);
    saveWords.executeUpdate();
  }

  /// Does nothing if the entry does not exist.
  void drop(EntryKey key) throws SQLException {
    bindKey(dropEntry, key);
    try (ResultSet dropped = dropEntry.executeQuery()) {
      if (dropped.next()) {
        long row = dropped.getLong(1);
        dropFields(row);
        dropWords.setLong(1, row);
        dropWords.executeUpdate();
      }
    }
  }

  List<EntryKey> upTo(String kind, Instant at, int max) throws SQLException {
    readUpTo.setString(1, kind);
    readUpTo.setLong(2, at.getEpochSecond());
    readUpTo.setInt(3, at.getNano());
    readUpTo.setInt(4, max);
    List<EntryKey> keys = new ArrayList<>();
    try (ResultSet rows = readUpTo.executeQuery()) {
      while (rows.next()) {
        keys.add(new EntryKey(rows.getString(1), rows.getString(2), rows.getString(3)));
      }
    }
    return keys;
  }

  String position(String feed) throws SQLException {
    readPosition.setString(1, feed);
    try (ResultSet row = readPosition.executeQuery()) {
      return row.next() ? row.getString(1) : "";
    }
  }

  void movePosition(String feed, String position) throws SQLException {
    movePosition.setString(1, feed);
    movePosition.setString(2, position);
    movePosition.executeUpdate();
  }

  void forget(String feed) throws SQLException {
    for (PreparedStatement statement : forget) {
      statement.setString(1, feed);
      statement.executeUpdate();
    }
  }

  void moveCheckpoint(long position) throws SQLException {
    moveCheckpoint.setLong(1, position);
    moveCheckpoint.executeUpdate();
  }

  long checkpoint() throws SQLException {
    try (ResultSet row = readCheckpoint.executeQuery()) {
      return row.getLong(1);
    }
  }

  private void saveFields(Entry entry, long row) throws SQLException {
    dropFields(row);
    bindPlace(saveField, entry);
    saveField.setLong(6, row);
    for (Map.Entry<String, String> field : entry.fields().entrySet()) {
      saveField.setString(7, field.getKey());
      saveField.setString(8, field.getValue());
      saveField.executeUpdate();
    }
  }

  private void dropFields(long row) throws SQLException {
    dropFields.setLong(1, row);
    dropFields.executeUpdate();
  }

  private static void bindPlace(PreparedStatement statement, Entry entry) throws SQLException {
    bindKey(statement, entry.key());
    Instant at = entry.at();
    statement.setLong(4, at.getEpochSecond());
    statement.setInt(5, at.getNano());
  }

  private static void bindKey(PreparedStatement statement, EntryKey key) throws SQLException {
    statement.setString(1, key.tenant());
    statement.setString(2, key.kind());
    statement.setString(3, key.id());
  }
}
