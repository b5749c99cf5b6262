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

  public int prune(Connection connection, int max) {
    try {
      int gone = 0;
      for (String kind : expiry.kinds()) {
        gone += prune(connection, kind, max - gone);
      }
      connection.commit();
      return gone;
    } catch (SQLException failure) {
      throw Sqlite.failure("prune the ledger", failure);
    }
  }

  private int prune(Connection connection, String kind, int max) throws SQLException {
    List<Long> positions = expired(connection, kind, max);
    try (PreparedStatement latest =
            connection.prepareStatement(
                "delete from latest where n = ?1 and (tenant, kind, id) ="
                    + " (select tenant, kind, id from facts where n = ?1)");
        PreparedStatement fact = connection.prepareStatement("delete from facts where n = ?")) {
      for (long position : positions) {
        latest.setLong(1, position);
        latest.executeUpdate();
        fact.setLong(1, position);
        fact.executeUpdate();
      }
    }
    return positions.size();
  }

  private List<Long> expired(Connection connection, String kind, int max) throws SQLException {
    List<Long> positions = new ArrayList<>();
    try (PreparedStatement find =
        connection.prepareStatement("select n from facts where kind = ? and at <= ? limit ?")) {
      find.setString(1, kind);
      find.setLong(2, expiry.millis(kind));
      find.setInt(3, max);
      try (ResultSet rows = find.executeQuery()) {
        while (rows.next()) {
          positions.add(rows.getLong(1));
        }
      }
    }
    return positions;
  }
}
