package dev.waybill.backend.search;

import dev.waybill.base.Text;
import dev.waybill.spi.Catalog.Advance;
import dev.waybill.spi.Catalog.Entry;
import dev.waybill.spi.Catalog.EntryKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The statements that change the catalog, prepared once and closed with their connection.
final class CatalogWriter {

  private static final int TEXT_LENGTH = 1024 * 1024;
  private static final long UNKNOWN = -1;

  private final PreparedStatement findPlace;
  private final PreparedStatement addPlace;
  private final PreparedStatement findEntry;
  private final PreparedStatement findLastRow;
  private final PreparedStatement addEntry;
  private final PreparedStatement replaceEntry;
  private final PreparedStatement changeEntry;
  private final PreparedStatement dropEntry;
  private final PreparedStatement addField;
  private final PreparedStatement dropField;
  private final PreparedStatement saveWords;
  private final PreparedStatement dropWords;
  private final Vocabulary vocabulary;
  private final CatalogPositions positions;
  private final PreparedStatement readUpTo;
  private final List<PreparedStatement> forget;
  private final Map<Place, Long> places = new HashMap<>();
  private long lastRow = UNKNOWN;

  private record Place(String tenant, String kind) {}

  /// An entry in the tables.
  private record Row(
      long row, Instant at, Map<String, String> fields, Map<String, String> details) {}

  CatalogWriter(Connection connection) throws SQLException {
    vocabulary = new Vocabulary(connection);
    positions = new CatalogPositions(connection);
    findPlace =
        connection.prepareStatement("SELECT place FROM places WHERE tenant = ? AND kind = ?");
    addPlace =
        connection.prepareStatement(
            "INSERT INTO places (tenant, kind) VALUES (?, ?) RETURNING place");
    findEntry =
        connection.prepareStatement(
            """
            SELECT row, seconds, nanos, fields, details FROM entries
            WHERE place = ? AND id = ?\
            """);
    findLastRow = connection.prepareStatement("SELECT ifnull(max(row), 0) FROM entries");
    addEntry =
        connection.prepareStatement(
            """
            INSERT INTO entries (row, place, id, seconds, nanos, fields, details, text)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)\
            """);
    replaceEntry =
        connection.prepareStatement(
            """
            UPDATE entries SET seconds = ?, nanos = ?, fields = ?, details = ?, text = ?
            WHERE row = ?\
            """);
    changeEntry =
        connection.prepareStatement("UPDATE entries SET fields = ?, details = ? WHERE row = ?");
    dropEntry = connection.prepareStatement("DELETE FROM entries WHERE row = ?");
    addField =
        connection.prepareStatement(
            """
            INSERT INTO fields (place, name, value, seconds, nanos, id, row)
            VALUES (?, ?, ?, ?, ?, ?, ?)\
            """);
    dropField =
        connection.prepareStatement(
            """
            DELETE FROM fields WHERE place = ? AND name = ? AND value = ?
            AND seconds = ? AND nanos = ? AND id = ?\
            """);
    saveWords =
        connection.prepareStatement("INSERT OR REPLACE INTO words (rowid, text) VALUES (?, ?)");
    dropWords = connection.prepareStatement("DELETE FROM words WHERE rowid = ?");
    readUpTo =
        connection.prepareStatement(
            """
            SELECT p.tenant, p.kind, e.id FROM places p
            CROSS JOIN entries e INDEXED BY entries_newest ON e.place = p.place
            WHERE p.kind = ? AND (e.seconds, e.nanos) <= (?, ?) LIMIT ?\
            """);
    String ofKind = " IN (SELECT place FROM places WHERE kind = ?)";
    forget =
        List.of(
            connection.prepareStatement(
                "DELETE FROM words WHERE rowid IN (SELECT row FROM entries WHERE place"
                    + ofKind
                    + ")"),
            connection.prepareStatement("DELETE FROM fields WHERE place" + ofKind),
            connection.prepareStatement("DELETE FROM vocabulary WHERE place" + ofKind),
            connection.prepareStatement("DELETE FROM entries WHERE place" + ofKind));
  }

  CatalogPositions positions() {
    return positions;
  }

  /// False if the feed is not at the position that the step starts from.
  boolean advance(Advance step) throws SQLException {
    if (!positions.of(step.feed()).equals(step.from())) {
      return false;
    }
    for (Entry entry : step.saved()) {
      save(entry, "");
    }
    for (Entry entry : step.changed()) {
      change(entry);
    }
    for (EntryKey key : step.removed()) {
      drop(key);
    }
    positions.move(step.feed(), step.to());
    return true;
  }

  void save(Entry entry) throws SQLException {
    save(entry, entry.text());
  }

  /// @param kept the text to store; the text of the entry is indexed in any case
  private void save(Entry entry, String kept) throws SQLException {
    String text = Text.storable(entry.text(), TEXT_LENGTH);
    long place = place(entry.key());
    Row before = find(place, entry.key().id());
    String stored = Text.storable(kept, TEXT_LENGTH);
    long row = before == null ? add(place, entry, stored) : replace(before, place, entry, stored);
    if (before != null || !text.isEmpty()) {
      saveWords.setLong(1, row);
      saveWords.setString(2, text);
      saveWords.executeUpdate();
    }
    vocabulary.add(place, text);
  }

  private long add(long place, Entry entry, String text) throws SQLException {
    long row = nextRow();
    Instant at = entry.at();
    addEntry.setLong(1, row);
    addEntry.setLong(2, place);
    addEntry.setString(3, entry.key().id());
    addEntry.setLong(4, at.getEpochSecond());
    addEntry.setInt(5, at.getNano());
    addEntry.setBytes(6, StoredValues.bytes(entry.fields()));
    addEntry.setBytes(7, StoredValues.bytes(entry.details()));
    addEntry.setString(8, text);
    addEntry.executeUpdate();
    addFields(place, row, entry, entry.fields());
    return row;
  }

  /// Not chosen by SQLite: a statement that returns it begins a savepoint, and each savepoint makes
  /// the full-text index write all its pending words.
  private long nextRow() throws SQLException {
    if (lastRow == UNKNOWN) {
      try (ResultSet row = findLastRow.executeQuery()) {
        lastRow = row.getLong(1);
      }
    }
    return ++lastRow;
  }

  private long replace(Row before, long place, Entry entry, String text) throws SQLException {
    Instant at = entry.at();
    dropFields(place, entry.key().id(), before.at(), before.fields());
    replaceEntry.setLong(1, at.getEpochSecond());
    replaceEntry.setInt(2, at.getNano());
    replaceEntry.setBytes(3, StoredValues.bytes(entry.fields()));
    replaceEntry.setBytes(4, StoredValues.bytes(entry.details()));
    replaceEntry.setString(5, text);
    replaceEntry.setLong(6, before.row());
    replaceEntry.executeUpdate();
    addFields(place, before.row(), entry, entry.fields());
    return before.row();
  }

  private void change(Entry entry) throws SQLException {
    long place = place(entry.key());
    Row before = find(place, entry.key().id());
    if (before == null || isSame(before, entry)) {
      return;
    }
    changeFields(place, before, entry);
    changeEntry.setBytes(1, StoredValues.bytes(entry.fields()));
    changeEntry.setBytes(2, StoredValues.bytes(entry.details()));
    changeEntry.setLong(3, before.row());
    changeEntry.executeUpdate();
  }

  private static boolean isSame(Row before, Entry entry) {
    return before.fields().equals(entry.fields()) && before.details().equals(entry.details());
  }

  /// Only what differs: most changes add one or two fields.
  private void changeFields(long place, Row before, Entry entry) throws SQLException {
    Map<String, String> old = new HashMap<>(before.fields());
    Map<String, String> added = new HashMap<>(entry.fields());
    added.entrySet().removeAll(old.entrySet());
    old.entrySet().removeAll(entry.fields().entrySet());
    dropFields(place, entry.key().id(), before.at(), old);
    addFields(place, before.row(), entry, added);
  }

  /// Does nothing if the entry does not exist.
  void drop(EntryKey key) throws SQLException {
    long place = place(key);
    Row row = find(place, key.id());
    if (row != null) {
      dropFields(place, key.id(), row.at(), row.fields());
      dropEntry.setLong(1, row.row());
      dropEntry.executeUpdate();
      dropWords.setLong(1, row.row());
      dropWords.executeUpdate();
    }
  }

  private @Nullable Row find(long place, String id) throws SQLException {
    findEntry.setLong(1, place);
    findEntry.setString(2, id);
    try (ResultSet row = findEntry.executeQuery()) {
      return row.next()
          ? new Row(
              row.getLong(1),
              Instant.ofEpochSecond(row.getLong(2), row.getInt(3)),
              StoredValues.read(row.getBytes(4)),
              StoredValues.read(row.getBytes(5)))
          : null;
    }
  }

  private void addFields(long place, long row, Entry entry, Map<String, String> fields)
      throws SQLException {
    addField.setLong(7, row);
    for (Map.Entry<String, String> field : fields.entrySet()) {
      bindField(addField, place, field, entry.at(), entry.key().id());
      addField.executeUpdate();
    }
  }

  private void dropFields(long place, String id, Instant at, Map<String, String> fields)
      throws SQLException {
    for (Map.Entry<String, String> field : fields.entrySet()) {
      bindField(dropField, place, field, at, id);
      dropField.executeUpdate();
    }
  }

  private static void bindField(
      PreparedStatement statement,
      long place,
      Map.Entry<String, String> field,
      Instant at,
      String id)
      throws SQLException {
    statement.setLong(1, place);
    statement.setString(2, field.getKey());
    statement.setString(3, field.getValue());
    statement.setLong(4, at.getEpochSecond());
    statement.setInt(5, at.getNano());
    statement.setString(6, id);
  }

  private long place(EntryKey key) throws SQLException {
    Place place = new Place(key.tenant(), key.kind());
    Long known = places.get(place);
    if (known != null) {
      return known;
    }
    long found = storedPlace(place);
    places.put(place, found);
    return found;
  }

  private long storedPlace(Place place) throws SQLException {
    for (PreparedStatement statement : List.of(findPlace, addPlace)) {
      statement.setString(1, place.tenant());
      statement.setString(2, place.kind());
      try (ResultSet row = statement.executeQuery()) {
        if (row.next()) {
          return row.getLong(1);
        }
      }
    }
    throw new SQLException("the place was not added");
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

  void forget(String feed) throws SQLException {
    vocabulary.forget();
    for (PreparedStatement statement : forget) {
      statement.setString(1, feed);
      statement.executeUpdate();
    }
    positions.forget(feed);
  }

  void purgeVocabulary() throws SQLException {
    vocabulary.purge();
  }

  /// After a transaction that failed: what it added is not stored.
  void rolledBack() {
    places.clear();
    lastRow = UNKNOWN;
    vocabulary.forget();
  }
}
