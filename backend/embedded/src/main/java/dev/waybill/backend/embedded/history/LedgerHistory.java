package dev.waybill.backend.embedded.history;

import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.backend.embedded.live.LedgerMachine.Archived;
import dev.waybill.backend.embedded.live.LedgerMachine.ArchivedKey;
import dev.waybill.backend.embedded.live.LedgerState.FactKey;
import dev.waybill.backend.search.SqliteLookups;
import dev.waybill.backend.search.SqliteLookups.Statements;
import dev.waybill.bytes.ByteReader;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Reads the history of the ledger.
public final class LedgerHistory {

  private static final String SUBJECT = "subject = " + SubjectReader.NUMBER;

  private static final String KEY =
      SUBJECT + " and kind = (select k.n from names k where k.name = ?)";

  private static final String COLUMNS = "select n, version, body from facts where ";

  private static final String FACTS = COLUMNS + KEY + " and n > ? and at > ? order by n limit ?";

  private static final String LATEST = COLUMNS + KEY + " and version > 0 order by n desc limit 1";

  private static final String SAME = COLUMNS + SUBJECT + " and identity = ? order by n desc";

  private static final String TAIL = COLUMNS + "n > ? order by n limit ?";

  private static final String NEWEST = "select n from facts order by n desc limit 1 offset ?";

  private final SqliteLookups lookups;
  private final Expiry expiry;
  private final SubjectReader subjects;

  public LedgerHistory(SqliteLookups lookups, Expiry expiry) {
    this.lookups = lookups;
    this.expiry = expiry;
    this.subjects = new SubjectReader(lookups);
  }

  /// The data that is needed to decide on these facts.
  ///
  /// @param changedAt the log position up to which the history of a key must be complete
  public Archived archived(List<Fact> facts, ToLongFunction<LedgerKey> changedAt) {
    Map<LedgerKey, List<Fact>> byKey = new HashMap<>();
    facts.forEach(fact -> byKey.computeIfAbsent(fact.key(), _ -> new ArrayList<>()).add(fact));
    Map<LedgerKey, ArchivedKey> keys = new HashMap<>();
    long asOf = Long.MAX_VALUE;
    for (Map.Entry<LedgerKey, List<Fact>> entry : byKey.entrySet()) {
      LedgerKey key = entry.getKey();
      SubjectFacts subject = subjects.read(key, changedAt.applyAsLong(key));
      keys.put(key, subject.isWhole() ? subject.archived(key) : archived(key, entry.getValue()));
      asOf = Math.min(asOf, subject.asOf());
    }
    return new Archived(asOf, keys);
  }

  /// Only the facts of a key with the names of the given ones.
  private ArchivedKey archived(LedgerKey key, List<Fact> asked) {
    return lookups.read(
        "look up facts",
        statements -> {
          List<Facts.Recorded> same = new ArrayList<>();
          for (Fact fact : asked) {
            same(statements, fact).ifPresent(same::add);
          }
          Fact.Latest latest = findLatest(statements, key).orElse(null);
          return new ArchivedKey(latest, SubjectFacts.withoutData(same), false);
        });
  }

  /// The newest fact with the same name.
  private static Optional<Facts.Recorded> same(Statements statements, Fact fact)
      throws SQLException {
    PreparedStatement find = statements.of(SAME);
    find.setString(1, Names.tenant(fact.key().tenant()));
    find.setString(2, fact.key().id());
    find.setInt(3, LedgerWriter.identity(fact));
    return facts(find).stream()
        .filter(one -> one.fact().key().equals(fact.key()))
        .filter(one -> FactKey.of(one.fact()).equals(FactKey.of(fact)))
        .findFirst();
  }

  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    return lookups.read(
        "read latest states",
        statements -> {
          List<Fact.Latest> found = new ArrayList<>();
          for (LedgerKey key : keys) {
            findLatest(statements, key)
                .filter(latest -> !expiry.isOver(latest.fact()))
                .ifPresent(found::add);
          }
          return found;
        });
  }

  private static Optional<Fact.Latest> findLatest(Statements statements, LedgerKey key)
      throws SQLException {
    PreparedStatement find = statements.of(LATEST);
    bind(find, key);
    return facts(find).stream().findFirst().map(SubjectFacts::latest);
  }

  /// @param changedAt the log position up to which the history of the key must be complete
  public List<Fact.Recorded> history(LedgerKey key, long after, int max, long changedAt) {
    SubjectFacts subject = subjects.read(key, changedAt);
    return subject.isWhole()
        ? subject.of(key).stream()
            .filter(one -> one.position() > after && !expiry.isOver(one.fact()))
            .limit(max)
            .map(one -> new Fact.Recorded(one.position(), one.fact()))
            .toList()
        : longHistory(key, after, max);
  }

  private List<Fact.Recorded> longHistory(LedgerKey key, long after, int max) {
    return lookups.read(
        "read facts",
        statements -> {
          PreparedStatement find = statements.of(FACTS);
          bind(find, key);
          find.setLong(4, after);
          find.setLong(5, expiry.millis(key.kind()));
          find.setInt(6, max);
          return recorded(find);
        });
  }

  /// Continues while it finds only expired facts.
  public List<Fact.Recorded> tail(long after, int max) {
    List<Fact.Recorded> some = unfiltered(after, max);
    while (!some.isEmpty()) {
      List<Fact.Recorded> kept =
          some.stream().filter(recorded -> !expiry.isOver(recorded.fact())).toList();
      if (!kept.isEmpty()) {
        return kept;
      }
      some = unfiltered(some.getLast().position(), max);
    }
    return some;
  }

  private List<Fact.Recorded> unfiltered(long after, int max) {
    return lookups.read(
        "read facts",
        statements -> {
          PreparedStatement find = statements.of(TAIL);
          find.setLong(1, after);
          find.setInt(2, max);
          return recorded(find);
        });
  }

  public long beforeNewest(int facts) {
    return lookups.read(
        "read facts",
        statements -> {
          PreparedStatement find = statements.of(NEWEST);
          find.setInt(1, facts);
          return number(find);
        });
  }

  static long number(PreparedStatement find) throws SQLException {
    try (ResultSet found = find.executeQuery()) {
      return found.next() ? found.getLong(1) : 0;
    }
  }

  private static List<Fact.Recorded> recorded(PreparedStatement find) throws SQLException {
    List<Fact.Recorded> all = new ArrayList<>();
    for (Facts.Recorded one : facts(find)) {
      all.add(new Fact.Recorded(one.position(), one.fact()));
    }
    return all;
  }

  private static List<Facts.Recorded> facts(PreparedStatement find) throws SQLException {
    List<Facts.Recorded> all = new ArrayList<>();
    try (ResultSet rows = find.executeQuery()) {
      while (rows.next()) {
        all.add(fact(rows.getLong(1), rows.getLong(2), rows.getBytes(3)));
      }
    }
    return all;
  }

  /// @param version 0 if the latest state that the fact led to has expired
  static Facts.Recorded fact(long position, long version, byte @Nullable [] sealed) {
    byte[] body =
        LedgerWriter.FACT.open(
            LedgerWriter.row(position), sealed, "the fact at position " + position);
    Facts.Recorded stored = Facts.Recorded.read(new ByteReader(body));
    return version == 0 ? new Facts.Recorded(position, 0, stored.fact()) : stored;
  }

  /// Sets the first three parameters.
  private static void bind(PreparedStatement statement, LedgerKey key) throws SQLException {
    statement.setString(1, Names.tenant(key.tenant()));
    statement.setString(2, key.id());
    statement.setString(3, Names.kind(key.kind()));
  }
}
