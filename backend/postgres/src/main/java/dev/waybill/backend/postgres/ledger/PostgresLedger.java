package dev.waybill.backend.postgres.ledger;

import dev.waybill.Payload;
import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The ledger in PostgreSQL. Transactions that record facts wait for each other, so positions
/// become visible in order; the facts of concurrent callers are one transaction.
public final class PostgresLedger implements Ledger {

  private static final String COLUMNS =
      "f.position, f.tenant, f.kind, f.id, f.attempt, f.type, f.state, f.rank, f.standing, f.at,"
          + " f.nanos, f.data";

  private static final String NOT_EXPIRED =
      "not exists (select from unnest(?::text[], ?::int8[]) as e (kind, until) where e.kind = f.kind"
          + " and f.at <= e.until)";

  private static final String LATEST =
      "select "
          + COLUMNS
          + ", s.version from unnest(?::text[], ?::text[], ?::text[]) as u (t, k, i) join {latest} s"
          + " on s.tenant = u.t and s.kind = u.k and s.id = u.i join {fact} f on f.position ="
          + " s.position";

  private static final String HISTORY =
      "select "
          + COLUMNS
          + " from {fact} f where f.tenant = ? and f.kind = ? and f.id = ? and f.position > ? and "
          + NOT_EXPIRED
          + " order by f.position limit ?";

  private static final String TAIL =
      "select "
          + COLUMNS
          + " from {fact} f where f.position > ? and "
          + NOT_EXPIRED
          + " order by f.position limit ?";

  private static final String BEFORE_NEWEST =
      "select position from {fact} order by position desc offset ? limit 1";

  private static final String PRUNE =
      "with d as (delete from {fact} where position = any(array(select f.position from"
          + " unnest(?::text[], ?::int8[]) as e (kind, until) cross join lateral (select position"
          + " from {fact} f where f.kind = e.kind and f.at <= e.until limit ?) f limit ?))"
          + " returning position, tenant, kind, id), l as (delete from {latest} s using d where"
          + " s.tenant = d.tenant and s.kind = d.kind and s.id = d.id and s.position = d.position)"
          + " select count(*) from d";

  private final Database database;
  private final Expiry expiry;
  private final FactRecording recording;

  public PostgresLedger(Database database, Expiry expiry) {
    this.database = database;
    this.expiry = expiry;
    this.recording = new FactRecording(database, expiry);
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    return recording.record(facts);
  }

  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    return database.read(
        "read latest states",
        connection ->
            database
                .query(connection, LATEST)
                .columns(keys(keys))
                .list(PostgresLedger::latest)
                .stream()
                .filter(latest -> !expiry.isOver(latest.fact()))
                .toList());
  }

  public static List<Fact.Latest> latest(Write write, List<LedgerKey> keys) throws SQLException {
    return write.query(LATEST).columns(keys(keys)).list(PostgresLedger::latest);
  }

  private static Fact.Latest latest(ResultSet row) throws SQLException {
    return new Fact.Latest(row.getLong(1), row.getLong(13), fact(row));
  }

  public static Columns keys(List<LedgerKey> keys) {
    Columns rows = new Columns("text", "text", "text");
    keys.stream().distinct().forEach(key -> rows.add(key.tenant(), key.kind(), key.id()));
    return rows;
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return database.read(
        "read facts",
        connection ->
            database
                .query(connection, HISTORY)
                .text(key.tenant())
                .text(key.kind())
                .text(key.id())
                .number(after)
                .columns(expired())
                .number(max)
                .list(PostgresLedger::recorded));
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    return database.read(
        "read facts",
        connection ->
            database
                .query(connection, TAIL)
                .number(after)
                .columns(expired())
                .number(max)
                .list(PostgresLedger::recorded));
  }

  @Override
  public long beforeNewest(int facts) {
    return database.read(
        "read positions",
        connection ->
            database
                .query(connection, BEFORE_NEWEST)
                .number(facts)
                .first(row -> row.getLong(1))
                .orElse(0L));
  }

  @Override
  public void delete(LedgerKey key, long upTo) {
    database.write(
        "delete facts",
        write -> {
          FactRecording.lock(write);
          delete(write, "{fact}", key, upTo);
          return delete(write, "{latest}", key, upTo);
        });
  }

  private static int delete(Write write, String table, LedgerKey key, long upTo)
      throws SQLException {
    return write
        .query(
            "delete from " + table + " where tenant = ? and kind = ? and id = ? and position <= ?")
        .text(key.tenant())
        .text(key.kind())
        .text(key.id())
        .number(upTo)
        .run();
  }

  @Override
  public int prune(int max) {
    long pruned =
        database.write(
            "delete expired facts",
            write -> {
              FactRecording.lock(write);
              return write.query(PRUNE).columns(expired()).number(max).number(max).single();
            });
    return (int) pruned;
  }

  /// The kinds that expire, and the last times that have expired.
  private Columns expired() {
    Columns rows = new Columns("text", "int8");
    expiry.kinds().forEach(kind -> rows.add(kind, expiry.millis(kind)));
    return rows;
  }

  private static Fact.Recorded recorded(ResultSet row) throws SQLException {
    return new Fact.Recorded(row.getLong(1), fact(row));
  }

  private static Fact fact(ResultSet row) throws SQLException {
    LedgerKey key = new LedgerKey(row.getString(2), row.getString(3), row.getString(4));
    Instant at = Instant.ofEpochMilli(row.getLong(10)).plusNanos(row.getInt(11));
    return Fact.of(key, row.getInt(5), row.getString(6), at, Payload.wrap(row.getBytes(12)))
        .withState(row.getString(7))
        .withRank(row.getInt(8), row.getInt(9));
  }

  public static List<LedgerKey> keysOf(List<Fact> facts) {
    List<LedgerKey> keys = new ArrayList<>();
    facts.forEach(fact -> keys.add(fact.key()));
    return keys;
  }
}
