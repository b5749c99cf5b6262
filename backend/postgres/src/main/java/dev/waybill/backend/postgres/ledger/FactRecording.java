package dev.waybill.backend.postgres.ledger;

import dev.waybill.backend.postgres.sql.Columns;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.backend.postgres.sql.Write;
import dev.waybill.backend.support.SharedCommit;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger.Answer;
import dev.waybill.spi.LedgerKey;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Records facts. Decides on a group of facts in order, and writes them by two statements.
final class FactRecording {

  private static final String LOCK = "select pg_advisory_xact_lock(hashtext('{schema}'), 3)";

  private static final String KNOWN =
      "select f.tenant, f.kind, f.id, f.attempt, f.type from {fact} f join unnest(?::text[],"
          + " ?::text[], ?::text[], ?::int4[], ?::text[]) as u (t, k, i, a, y) on f.tenant = u.t and"
          + " f.kind = u.k and f.id = u.i and f.attempt = u.a and f.type = u.y";

  private static final String ADD =
      "insert into {fact} select * from unnest(?::int8[], ?::text[], ?::text[], ?::text[],"
          + " ?::int4[], ?::text[], ?::text[], ?::int4[], ?::int4[], ?::int8[], ?::int4[],"
          + " ?::bytea[])";

  private static final String MOVE =
      "insert into {latest} select * from unnest(?::text[], ?::text[], ?::text[], ?::int8[],"
          + " ?::int8[]) on conflict (tenant, kind, id) do update set position = excluded.position,"
          + " version = excluded.version";

  /// Identifies a fact.
  private record Name(LedgerKey key, int attempt, String type) {

    static Name of(Fact fact) {
      return new Name(fact.key(), fact.attempt(), fact.type());
    }
  }

  private final Database database;
  private final Expiry expiry;
  private final SharedCommit<List<Fact>, List<Answer>> group =
      new SharedCommit<>(this::recordAll, List::size);

  FactRecording(Database database, Expiry expiry) {
    this.database = database;
    this.expiry = expiry;
  }

  List<Answer> record(List<Fact> facts) {
    return facts.isEmpty() ? List.of() : group.call(facts);
  }

  /// Held until the transaction ends.
  static void lock(Write write) throws SQLException {
    write.query(LOCK).list(row -> row);
  }

  private List<List<Answer>> recordAll(List<List<Fact>> calls) {
    List<Fact> facts = calls.stream().flatMap(List::stream).toList();
    List<Answer> answers = database.write("record facts", write -> record(write, facts));
    List<List<Answer>> parts = new ArrayList<>();
    int from = 0;
    for (List<Fact> call : calls) {
      parts.add(List.copyOf(answers.subList(from, from + call.size())));
      from += call.size();
    }
    return parts;
  }

  private List<Answer> record(Write write, List<Fact> facts) throws SQLException {
    lock(write);
    Set<Name> known = known(write, facts);
    Map<LedgerKey, Fact.Latest> latest = new HashMap<>();
    PostgresLedger.latest(write, PostgresLedger.keysOf(facts)).stream()
        .filter(state -> !expiry.isOver(state.fact()))
        .forEach(state -> latest.put(state.key(), state));
    Map<LedgerKey, Fact.Latest> moved = new HashMap<>();
    List<Answer> answers = new ArrayList<>();
    List<Fact> fresh = new ArrayList<>();
    List<Long> positions = positions(write, facts.size());
    for (Fact fact : facts) {
      if (!known.add(Name.of(fact))) {
        answers.add(Answer.DUPLICATE);
        continue;
      }
      long position = positions.get(fresh.size());
      fresh.add(fact);
      Fact.Latest before = latest.get(fact.key());
      boolean moves = before == null || fact.advances(before);
      if (moves) {
        Fact.Latest after =
            new Fact.Latest(position, before == null ? 1 : before.version() + 1, fact);
        latest.put(fact.key(), after);
        moved.put(fact.key(), after);
      }
      answers.add(moves ? Answer.APPLIED : Answer.STALE);
    }
    store(write, fresh, positions);
    move(write, moved);
    return answers;
  }

  private static Set<Name> known(Write write, List<Fact> facts) throws SQLException {
    Columns rows = new Columns("text", "text", "text", "int4", "text");
    for (Fact fact : facts) {
      LedgerKey key = fact.key();
      rows.add(key.tenant(), key.kind(), key.id(), fact.attempt(), fact.type());
    }
    return new HashSet<>(
        write
            .query(KNOWN)
            .columns(rows)
            .list(
                row ->
                    new Name(
                        new LedgerKey(row.getString(1), row.getString(2), row.getString(3)),
                        row.getInt(4),
                        row.getString(5))));
  }

  private static List<Long> positions(Write write, int count) throws SQLException {
    return write
        .query("select nextval('{position}') from generate_series(1, ?)")
        .number(count)
        .list(row -> row.getLong(1));
  }

  private static void store(Write write, List<Fact> facts, List<Long> positions)
      throws SQLException {
    Columns rows =
        new Columns(
            "int8", "text", "text", "text", "int4", "text", "text", "int4", "int4", "int8", "int4",
            "bytea");
    for (int i = 0; i < facts.size(); i++) {
      Fact fact = facts.get(i);
      LedgerKey key = fact.key();
      rows.add(
          positions.get(i),
          key.tenant(),
          key.kind(),
          key.id(),
          fact.attempt(),
          fact.type(),
          fact.state(),
          fact.rank(),
          fact.standing(),
          fact.at().toEpochMilli(),
          (int)
              Duration.between(Instant.ofEpochMilli(fact.at().toEpochMilli()), fact.at()).toNanos(),
          fact.data().bytesWithoutCopy());
    }
    if (!rows.isEmpty()) {
      write.query(ADD).columns(rows).run();
    }
  }

  private static void move(Write write, Map<LedgerKey, Fact.Latest> moved) throws SQLException {
    Columns rows = new Columns("text", "text", "text", "int8", "int8");
    moved.forEach(
        (key, state) ->
            rows.add(key.tenant(), key.kind(), key.id(), state.position(), state.version()));
    if (!rows.isEmpty()) {
      write.query(MOVE).columns(rows).run();
    }
  }
}
