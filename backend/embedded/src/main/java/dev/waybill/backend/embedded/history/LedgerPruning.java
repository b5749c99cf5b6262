package dev.waybill.backend.embedded.history;

import dev.waybill.backend.search.Sqlite;
import dev.waybill.spi.Expiry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Deletes expired facts from the history. The log does not record it: facts that a crash restores
/// are expired, too.
public final class LedgerPruning {

  private final Expiry expiry;

  public LedgerPruning(Expiry expiry) {
    this.expiry = expiry;
  }

  /// @param version of the latest state that the fact led to; 0 if it did not change it
  private record Expired(long position, long subject, int kind, long version) {}

  public int prune(HistoryWriter history, int max) {
    Connection connection = history.connection();
    try {
      int gone = 0;
      for (String kind : expiry.kinds()) {
        List<Expired> expired = expired(connection, kind, max - gone);
        delete(connection, expired);
        for (Expired one : expired) {
          history.subjects().dropIfEmpty(one.subject());
        }
        gone += expired.size();
      }
      connection.commit();
      return gone;
    } catch (SQLException failure) {
      throw Sqlite.failure("prune the ledger", failure);
    }
  }

  /// Earlier facts of the key lose their versions: without the latest state there is none.
  private static void delete(Connection connection, List<Expired> expired) throws SQLException {
    try (PreparedStatement earlier =
            connection.prepareStatement(
                "update facts set version = 0"
                    + " where subject = ? and kind = ? and n < ? and version > 0");
        PreparedStatement fact = connection.prepareStatement("delete from facts where n = ?")) {
      for (Expired one : expired) {
        if (one.version() > 0) {
          earlier.setLong(1, one.subject());
          earlier.setInt(2, one.kind());
          earlier.setLong(3, one.position());
          earlier.executeUpdate();
        }
        fact.setLong(1, one.position());
        fact.executeUpdate();
      }
    }
  }

  private List<Expired> expired(Connection connection, String kind, int max) throws SQLException {
    List<Expired> found = new ArrayList<>();
    try (PreparedStatement find =
        connection.prepareStatement(
            "select n, subject, kind, version from facts"
                + " where kind = (select n from names where name = ?) and at <= ? limit ?")) {
      find.setString(1, Names.kind(kind));
      find.setLong(2, expiry.millis(kind));
      find.setInt(3, max);
      try (ResultSet rows = find.executeQuery()) {
        while (rows.next()) {
          found.add(new Expired(rows.getLong(1), rows.getLong(2), rows.getInt(3), rows.getLong(4)));
        }
      }
    }
    return found;
  }
}
