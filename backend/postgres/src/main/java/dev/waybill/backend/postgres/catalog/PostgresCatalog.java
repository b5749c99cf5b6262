package dev.waybill.backend.postgres.catalog;

import dev.waybill.Page;
import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.spi.Catalog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/// The search index in PostgreSQL, shared by all servers: words by `tsvector` with GIN.
public final class PostgresCatalog implements Catalog {

  private static final String REMOVE =
      "delete from {entry} e using unnest(?::text[], ?::text[], ?::text[]) as u (t, k, i) where"
          + " e.tenant = u.t and e.kind = u.k and e.id = u.i";

  private static final String FIND =
      "select "
          + CatalogEntries.COLUMNS
          + " from {entry} e join unnest(?::text[], ?::text[], ?::text[]) as u (t, k, i) on e.tenant"
          + " = u.t and e.kind = u.k and e.id = u.i";

  private static final String UP_TO =
      "select tenant, kind, id from {entry} where kind = ? and (seconds, nanos) <= (?, ?) order by"
          + " seconds, nanos limit ?";

  private static final int CHUNK = 2_000;

  /// The next words, in the order of the key.
  private static final String WORDS =
      "select tenant, kind, length, word from {vocabulary} where (tenant, kind, length, word) > (?, ?,"
          + " ?, ?) order by tenant, kind, length, word limit "
          + CHUNK;

  private static final String PURGE =
      "delete from {vocabulary} v using unnest(?::text[], ?::text[], ?::int4[], ?::text[]) as u (t, k,"
          + " l, w) where v.tenant = u.t and v.kind = u.k and v.length = u.l and v.word = u.w and not"
          + " exists (select from {entry} e where e.tenant = v.tenant and e.kind = v.kind and e.words"
          + " @@ (quote_literal(v.word))::tsquery)";

  private static final String SOME =
      "delete from {%s} where ctid = any(array(select ctid from {%s} limit " + CHUNK + "))";

  private static final String SOME_OF_KIND =
      "delete from {entry} where ctid = any(array(select ctid from {entry} where kind = ? limit "
          + CHUNK
          + "))";

  private final Database database;

  public PostgresCatalog(Database database) {
    this.database = database;
  }

  /// Another server may have indexed further: then its entries are as new as these.
  @Override
  public void upsert(List<Entry> entries, long checkpoint) {
    database.write(
        "index entries",
        write -> {
          boolean moves =
              write
                      .query("update {checkpoint} set position = ? where position <= ?")
                      .number(checkpoint)
                      .number(checkpoint)
                      .run()
                  > 0;
          if (moves) {
            CatalogEntries.save(write, entries);
          }
          return moves;
        });
  }

  @Override
  public void delete(List<EntryKey> keys) {
    database.write("delete entries", write -> remove(write, keys));
  }

  private static int remove(Write write, List<EntryKey> keys) throws SQLException {
    return keys.isEmpty() ? 0 : write.query(REMOVE).columns(CatalogEntries.keys(keys)).run();
  }

  @Override
  public List<EntryKey> upTo(String kind, Instant at, int max) {
    return database.read(
        "find old entries",
        connection ->
            database
                .query(connection, UP_TO)
                .text(StoredText.of(kind))
                .number(at.getEpochSecond())
                .number(at.getNano())
                .number(max)
                .list(CatalogEntries::key));
  }

  @Override
  public List<Entry> find(List<EntryKey> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    return database.read(
        "find entries",
        connection ->
            database
                .query(connection, FIND)
                .columns(CatalogEntries.keys(keys))
                .list(CatalogEntries::entry));
  }

  @Override
  public Page<Entry> search(Search search) {
    return database.read(
        "search", connection -> new EntrySearch(database, connection, search).page());
  }

  @Override
  public long checkpoint() {
    return database.read(
        "read the checkpoint",
        connection -> database.query(connection, "select position from {checkpoint}").single());
  }

  /// Most of it in parts, and the rest together with the positions: whatever another server indexes
  /// meanwhile is either deleted with them or indexed again.
  @Override
  public void clear() {
    deleteAll("entry");
    deleteAll("vocabulary");
    database.write(
        "clear the search index",
        write -> {
          write.query("delete from {feed_position}").run();
          write.query("update {checkpoint} set position = 0").run();
          write.query("delete from {entry}").run();
          return write.query("delete from {vocabulary}").run();
        });
  }

  private void deleteAll(String table) {
    String some = SOME.formatted(table, table);
    repeat(() -> database.write("clear the search index", write -> write.query(some).run()));
  }

  /// In small transactions, so that none takes long.
  private static void repeat(IntSupplier deletion) {
    int deleted = CHUNK;
    while (deleted == CHUNK) {
      deleted = deletion.getAsInt();
    }
  }

  @Override
  public boolean advance(Advance step) {
    return database.write(
        "index changes",
        write -> {
          if (!move(write, step)) {
            return false;
          }
          remove(write, step.removed());
          CatalogEntries.save(write, step.saved());
          CatalogEntries.change(write, step.changed());
          return true;
        });
  }

  private static boolean move(Write write, Advance step) throws SQLException {
    write
        .query("insert into {feed_position} values (?, '') on conflict do nothing")
        .text(step.feed())
        .run();
    return write
            .query("update {feed_position} set position = ? where feed = ? and position = ?")
            .text(step.to())
            .text(step.feed())
            .text(step.from())
            .run()
        == 1;
  }

  @Override
  public String position(String feed) {
    Optional<String> position =
        database.read(
            "read a position",
            connection ->
                database
                    .query(connection, "select position from {feed_position} where feed = ?")
                    .text(feed)
                    .first(row -> row.getString(1)));
    return position.orElse("");
  }

  @Override
  public void forget(String feed) {
    String kind = StoredText.of(feed);
    repeat(
        () ->
            database.write("delete entries", write -> write.query(SOME_OF_KIND).text(kind).run()));
    database.write(
        "delete entries",
        write -> {
          write.query("delete from {feed_position} where feed = ?").text(feed).run();
          return write.query("delete from {entry} where kind = ?").text(kind).run();
        });
  }

  @Override
  public void purge() {
    List<Word> words = List.of(new Word("", "", 0, ""));
    while (!words.isEmpty()) {
      Word last = words.getLast();
      words = database.read("read words", connection -> wordsAfter(connection, last));
      purge(words);
    }
  }

  private record Word(String tenant, String kind, int length, String word) {}

  private List<Word> wordsAfter(Connection connection, Word last) throws SQLException {
    return database
        .query(connection, WORDS)
        .text(last.tenant)
        .text(last.kind)
        .number(last.length)
        .text(last.word)
        .list(row -> new Word(row.getString(1), row.getString(2), row.getInt(3), row.getString(4)));
  }

  private void purge(List<Word> words) {
    Columns rows = new Columns("text", "text", "int4", "text");
    words.forEach(word -> rows.add(word.tenant, word.kind, word.length, word.word));
    if (!rows.isEmpty()) {
      database.write("purge words", write -> write.query(PURGE).columns(rows).run());
    }
  }
}
