package dev.waybill.backend.postgres.catalog;

import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.base.SimilarWords;
import dev.waybill.base.Words;
import dev.waybill.spi.Catalog.Entry;
import dev.waybill.spi.Catalog.EntryKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Writes and reads entries of the search index.
final class CatalogEntries {

  static final String COLUMNS =
      "e.tenant, e.kind, e.id, e.seconds, e.nanos, e.fields, e.details, e.text";

  /// PostgreSQL counts the positions of words up to this; further words all have this one.
  private static final int LAST_POSITION = 16_383;

  /// Words of an entry that are indexed, so that they fit into a megabyte.
  private static final int MOST_CHARACTERS = 400_000;

  private static final int LONGEST_WORD = 500;
  private static final int POSITIONS_OF_WORD = 255;

  /// The search for similar words reads a part of them.
  private static final int VOCABULARY = 50_000;

  private static final String SAVE =
      "insert into {entry} select t, k, i, s, n, f::int8[], d, e, x, w::tsvector from"
          + " unnest(?::text[], ?::text[], ?::text[], ?::int8[], ?::int4[], ?::text[], ?::bytea[],"
          + " ?::bytea[], ?::text[], ?::text[]) as u (t, k, i, s, n, f, d, e, x, w) on conflict"
          + " (tenant, kind, id) do update set seconds = excluded.seconds, nanos = excluded.nanos,"
          + " filters = excluded.filters, fields = excluded.fields, details = excluded.details,"
          + " text = excluded.text, words = excluded.words";

  private static final String CHANGE =
      "update {entry} e set filters = f::int8[], fields = d, details = x from unnest(?::text[],"
          + " ?::text[], ?::text[], ?::text[], ?::bytea[], ?::bytea[]) as u (t, k, i, f, d, x) where"
          + " e.tenant = u.t and e.kind = u.k and e.id = u.i";

  /// The words of a tenant and kind are counted once, up to the most that are kept.
  private static final String LEARN =
      "with u as materialized (select * from unnest(?::text[], ?::text[], ?::int4[], ?::text[]) as"
          + " u (t, k, l, w)), f as materialized (select t, k from (select distinct t, k from u) d"
          + " where (select count(*) from (select from {vocabulary} v where v.tenant = d.t and v.kind"
          + " = d.k limit "
          + VOCABULARY
          + ") c) < "
          + VOCABULARY
          + ") insert into {vocabulary} select t, k, l, w from u where (t, k) in (select t, k from f)"
          + " order by t, k, l, w on conflict do nothing";

  private static final Comparator<Entry> ORDER =
      Comparator.comparing((Entry entry) -> entry.key().tenant())
          .thenComparing(entry -> entry.key().kind())
          .thenComparing(entry -> entry.key().id());

  private CatalogEntries() {}

  static void save(Write write, List<Entry> entries) throws SQLException {
    if (entries.isEmpty()) {
      return;
    }
    Columns rows =
        new Columns(
            "text", "text", "text", "int8", "int4", "text", "bytea", "bytea", "text", "text");
    Set<List<Object>> words = new TreeSet<>(Comparator.comparing(Object::toString));
    for (Entry entry : last(entries)) {
      EntryKey key = entry.key();
      Instant at = entry.at();
      List<String> split = Words.of(entry.text());
      rows.add(
          StoredText.of(key.tenant()),
          StoredText.of(key.kind()),
          StoredText.of(key.id()),
          at.getEpochSecond(),
          at.getNano(),
          filters(entry.fields()),
          StoredText.bytes(entry.fields()),
          StoredText.bytes(entry.details()),
          StoredText.of(entry.text()),
          vector(split));
      for (String word : split) {
        if (SimilarWords.isComparable(word)) {
          words.add(
              List.of(StoredText.of(key.tenant()), StoredText.of(key.kind()), word.length(), word));
        }
      }
    }
    write.query(SAVE).columns(rows).run();
    learn(write, words);
  }

  private static void learn(Write write, Set<List<Object>> words) throws SQLException {
    Columns rows = new Columns("text", "text", "int4", "text");
    words.forEach(word -> rows.add(word.toArray()));
    if (!rows.isEmpty()) {
      write.query(LEARN).columns(rows).run();
    }
  }

  static void change(Write write, List<Entry> entries) throws SQLException {
    Columns rows = new Columns("text", "text", "text", "text", "bytea", "bytea");
    for (Entry entry : last(entries)) {
      EntryKey key = entry.key();
      rows.add(
          StoredText.of(key.tenant()),
          StoredText.of(key.kind()),
          StoredText.of(key.id()),
          filters(entry.fields()),
          StoredText.bytes(entry.fields()),
          StoredText.bytes(entry.details()));
    }
    if (!rows.isEmpty()) {
      write.query(CHANGE).columns(rows).run();
    }
  }

  /// The last entry of each key, in an order in which servers do not block each other.
  private static List<Entry> last(List<Entry> entries) {
    Map<EntryKey, Entry> byKey = new LinkedHashMap<>();
    entries.forEach(entry -> byKey.put(entry.key(), entry));
    return byKey.values().stream().sorted(ORDER).toList();
  }

  private static String filters(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> String.valueOf(StoredText.filter(field.getKey(), field.getValue())))
        .collect(Collectors.joining(",", "{", "}"));
  }

  /// Words with their positions, as a text.
  private static String vector(List<String> words) {
    Map<String, List<Integer>> positions = new TreeMap<>();
    int characters = 0;
    for (int i = 0; i < words.size() && characters < MOST_CHARACTERS; i++) {
      List<Integer> of = positions.computeIfAbsent(stored(words.get(i)), _ -> new ArrayList<>());
      characters += of.isEmpty() ? words.get(i).length() : 0;
      if (of.size() < POSITIONS_OF_WORD) {
        of.add(Math.min(i + 1, LAST_POSITION));
      }
    }
    StringBuilder vector = new StringBuilder();
    positions.forEach(
        (word, at) ->
            vector
                .append('\'')
                .append(word)
                .append("':")
                .append(at.stream().map(String::valueOf).collect(Collectors.joining(",")))
                .append(' '));
    return vector.toString();
  }

  /// A word as it is indexed.
  static String stored(String word) {
    return word.length() <= LONGEST_WORD ? word : word.substring(0, LONGEST_WORD);
  }

  static Columns keys(List<EntryKey> keys) {
    Columns rows = new Columns("text", "text", "text");
    for (EntryKey key : keys) {
      rows.add(StoredText.of(key.tenant()), StoredText.of(key.kind()), StoredText.of(key.id()));
    }
    return rows;
  }

  static EntryKey key(ResultSet row) throws SQLException {
    return new EntryKey(
        StoredText.original(row.getString(1)),
        StoredText.original(row.getString(2)),
        StoredText.original(row.getString(3)));
  }

  static Entry entry(ResultSet row) throws SQLException {
    return new Entry(
        key(row),
        Instant.ofEpochSecond(row.getLong(4), row.getInt(5)),
        StoredText.values(row.getBytes(6)),
        StoredText.values(row.getBytes(7)),
        StoredText.original(row.getString(8)));
  }
}
