package dev.waybill.backend.embedded;

import dev.waybill.backend.embedded.LedgerState.FactKey;
import dev.waybill.bytes.ByteReader;
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
final class LedgerHistory {

  private final SqliteReaders readers;

  LedgerHistory(SqliteReaders readers) {
    this.readers = readers;
  }

  /// What is needed to decide on these facts.
  LedgerMachine.Archived archived(List<Fact> facts) {
    return readers.read(
        "look up facts",
        connection -> {
          Map<LedgerKey, Fact.Latest> latest = new HashMap<>();
          Map<LedgerKey, Set<FactKey>> known = new HashMap<>();
          for (Fact fact : facts) {
            if (!latest.containsKey(fact.key())) {
              latest(connection, fact.key()).forEach(found -> latest.put(fact.key(), found));
            }
            if (isKnown(connection, fact)) {
              known.computeIfAbsent(fact.key(), _ -> new HashSet<>()).add(FactKey.of(fact));
            }
          }
          return new LedgerMachine.Archived(History.position(connection), latest, known);
        });
  }

  List<Fact.Latest> latest(List<LedgerKey> keys) {
    return readers.read(
        "read latest states",
        connection -> {
          List<Fact.Latest> found = new ArrayList<>();
          for (LedgerKey key : keys) {
            found.addAll(latest(connection, key));
          }
          return found;
        });
  }

  List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return readers.read(
        "read facts",
        connection -> {
          try (PreparedStatement find =
              connection.prepareStatement(
                  "select n, body from facts where tenant = ? and key = ? and n > ?"
                      + " order by n limit ?")) {
            find.setString(1, key.tenant());
            find.setString(2, key.name());
            find.setLong(3, after);
            find.setInt(4, max);
            return recorded(find);
          }
        });
  }

  List<Fact.Recorded> tail(long after, int max) {
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

  long last() {
    return readers.read(
        "read facts",
        connection -> {
          try (PreparedStatement find =
                  connection.prepareStatement("select coalesce(max(n), 0) from facts");
              ResultSet found = find.executeQuery()) {
            found.next();
            return found.getLong(1);
          }
        });
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

  private static List<Fact.Latest> latest(Connection connection, LedgerKey key)
      throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement(
            "select version, body from latest where tenant = ? and key = ?")) {
      find.setString(1, key.tenant());
      find.setString(2, key.name());
      try (ResultSet rows = find.executeQuery()) {
        return rows.next() ? List.of(latest(key, rows)) : List.of();
      }
    }
  }

  private static Fact.Latest latest(LedgerKey key, ResultSet row) throws SQLException {
    byte[] identity = HistoryStreams.identity(key, row.getLong(1));
    byte[] body = HistoryStreams.LATEST.open(identity, row.getBytes(2), "ledger key " + key.name());
    Fact fact = Facts.Recorded.read(new ByteReader(body)).fact();
    return new Fact.Latest(
        fact.key(),
        fact.attempt(),
        fact.state(),
        fact.rank(),
        fact.standing(),
        row.getLong(1),
        fact.at(),
        fact.data());
  }

  private static boolean isKnown(Connection connection, Fact fact) throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement(
            "select 1 from facts where tenant = ? and key = ? and attempt = ? and type = ?")) {
      find.setString(1, fact.key().tenant());
      find.setString(2, fact.key().name());
      find.setInt(3, fact.attempt());
      find.setString(4, fact.type());
      try (ResultSet rows = find.executeQuery()) {
        return rows.next();
      }
    }
  }
}
