package dev.waybill.backend.postgres.catalog;

import dev.waybill.Page;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.spi.Catalog;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

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

  private static final String PURGE =
      "delete from {vocabulary} v where not exists (select from {entry} e where e.tenant = v.tenant"
          + " and e.kind = v.kind and e.words @@ (quote_literal(v.word))::tsquery)";

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

  @Override
  public void clear() {
    database.write(
        "clear the search index",
        write -> {
          write.query("delete from {entry}").run();
          write.query("delete from {vocabulary}").run();
          write.query("delete from {feed_position}").run();
          return write.query("update {checkpoint} set position = 0").run();
        });
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
    database.write(
        "delete entries",
        write -> {
          write.query("delete from {entry} where kind = ?").text(StoredText.of(feed)).run();
          return write.query("delete from {feed_position} where feed = ?").text(feed).run();
        });
  }

  @Override
  public void purge() {
    database.write("purge words", write -> write.query(PURGE).run());
  }
}
