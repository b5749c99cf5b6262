package dev.waybill.backend.embedded.history;

import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.backend.embedded.live.LedgerMachine;
import dev.waybill.backend.embedded.live.LedgerState.FactKey;
import dev.waybill.backend.search.SqliteReaders;
import dev.waybill.bytes.ByteReader;
import dev.waybill.spi.Expiry;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the history of the ledger.
public final class LedgerHistory {

  private static final String LATEST =
      "select version, body from latest where " + HistoryStreams.KEY;

  private static final String POSITION =
      "select n from facts where "
          + HistoryStreams.KEY
          + " and attempt = ? and type = ? and at > ?";

  private final SqliteReaders readers;
  private final Expiry expiry;

  public LedgerHistory(SqliteReaders readers, Expiry expiry) {
    this.readers = readers;
    this.expiry = expiry;
  }

  /// The data that is needed to decide on these facts.
  public LedgerMachine.Archived archived(List<Fact> facts) {
    return readers.read("look up facts", connection -> archived(connection, facts));
  }

  private LedgerMachine.Archived archived(Connection connection, List<Fact> facts)
      throws SQLException {
    Set<LedgerKey> stored = stored(connection, facts);
    Map<LedgerKey, Fact.Latest> latest = new HashMap<>();
    Map<LedgerKey, Map<FactKey, Long>> known = new HashMap<>();
    try (PreparedStatement findLatest = connection.prepareStatement(LATEST);
        PreparedStatement findFact = connection.prepareStatement(POSITION)) {
      for (LedgerKey key : stored) {
        latest(findLatest, key).forEach(found -> latest.put(key, found));
      }
      for (Fact fact : facts) {
        if (stored.contains(fact.key())) {
          known
              .computeIfAbsent(fact.key(), _ -> new HashMap<>())
              .put(FactKey.of(fact), position(findFact, fact));
        } else {
          known.put(fact.key(), Map.of());
        }
      }
    }
    return new LedgerMachine.Archived(History.position(connection), latest, known);
  }

  /// The keys of these facts that have any facts.
  private static Set<LedgerKey> stored(Connection connection, List<Fact> facts)
      throws SQLException {
    Set<LedgerKey> stored = new HashSet<>();
    try (PreparedStatement any =
        connection.prepareStatement(
            "select n from facts where " + HistoryStreams.KEY + " limit 1")) {
      for (LedgerKey key : facts.stream().map(Fact::key).distinct().toList()) {
        HistoryStreams.bind(any, key);
        if (number(any) > 0) {
          stored.add(key);
        }
      }
    }
    return stored;
  }

  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    return readers.read(
        "read latest states",
        connection -> {
          List<Fact.Latest> found = new ArrayList<>();
          try (PreparedStatement find = connection.prepareStatement(LATEST)) {
            for (LedgerKey key : keys) {
              found.addAll(latest(find, key));
            }
          }
          found.removeIf(latest -> expiry.isOver(latest.fact()));
          return found;
        });
  }

  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return readers.read(
        "read facts",
        connection -> {
          try (PreparedStatement find =
              connection.prepareStatement(
                  "select n, body from facts where "
                      + HistoryStreams.KEY
                      + " and n > ? and at > ? order by n limit ?")) {
            HistoryStreams.bind(find, key);
            find.setLong(4, after);
            find.setLong(5, expiry.millis(key.kind()));
            find.setInt(6, max);
            return recorded(find);
          }
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
    return readers.read(
        "read facts",
        connection -> {
          try (PreparedStatement find =
              connection.prepareStatement(
                  "select n, body from facts where n > ? order by n limit ?")) {
            find.setLong(1, after);
            find.setInt(2, max);
            return recorded(find);
          }
        });
  }

  public long beforeNewest(int facts) {
    return readers.read(
        "read facts",
        connection -> {
          try (PreparedStatement find =
              connection.prepareStatement("select n from facts order by n desc limit 1 offset ?")) {
            find.setInt(1, facts);
            return number(find);
          }
        });
  }

  private static long number(PreparedStatement find) throws SQLException {
    try (ResultSet found = find.executeQuery()) {
      return found.next() ? found.getLong(1) : 0;
    }
  }

  private static List<Fact.Recorded> recorded(PreparedStatement find) throws SQLException {
    List<Fact.Recorded> facts = new ArrayList<>();
    try (ResultSet rows = find.executeQuery()) {
      while (rows.next()) {
        Facts.Recorded one = fact(rows.getLong(1), rows.getBytes(2));
        facts.add(new Fact.Recorded(one.position(), one.fact()));
      }
    }
    return facts;
  }

  private static Facts.Recorded fact(long position, byte @Nullable [] sealed) {
    byte[] body =
        HistoryStreams.FACT.open(
            HistoryStreams.identity(position), sealed, "the fact at position " + position);
    return Facts.Recorded.read(new ByteReader(body));
  }

  private static List<Fact.Latest> latest(PreparedStatement find, LedgerKey key)
      throws SQLException {
    HistoryStreams.bind(find, key);
    try (ResultSet rows = find.executeQuery()) {
      return rows.next() ? List.of(latest(key, rows)) : List.of();
    }
  }

  private static Fact.Latest latest(LedgerKey key, ResultSet row) throws SQLException {
    byte[] identity = HistoryStreams.identity(key, row.getLong(1));
    byte[] body =
        HistoryStreams.LATEST.open(identity, row.getBytes(2), "the latest state of " + key);
    Facts.Recorded recorded = Facts.Recorded.read(new ByteReader(body));
    return new Fact.Latest(recorded.position(), row.getLong(1), recorded.fact());
  }

  /// Returns 0 for an unknown fact.
  private long position(PreparedStatement find, Fact fact) throws SQLException {
    HistoryStreams.bind(find, fact.key());
    find.setInt(4, fact.attempt());
    find.setString(5, fact.type());
    find.setLong(6, expiry.millis(fact.key().kind()));
    return number(find);
  }
}
