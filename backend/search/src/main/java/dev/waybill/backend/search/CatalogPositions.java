package dev.waybill.backend.search;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// How far the catalog has been built: from the ledger, and from each feed.
final class CatalogPositions {

  private final PreparedStatement moveCheckpoint;
  private final PreparedStatement readCheckpoint;
  private final PreparedStatement readPosition;
  private final PreparedStatement movePosition;
  private final PreparedStatement forgetPosition;

  CatalogPositions(Connection connection) throws SQLException {
    moveCheckpoint = connection.prepareStatement("UPDATE checkpoint SET position = ?");
    readCheckpoint = connection.prepareStatement("SELECT position FROM checkpoint");
    readPosition = connection.prepareStatement("SELECT position FROM positions WHERE feed = ?");
    movePosition = connection.prepareStatement("INSERT OR REPLACE INTO positions VALUES (?, ?)");
    forgetPosition = connection.prepareStatement("DELETE FROM positions WHERE feed = ?");
  }

  /// The position of a feed; empty at the beginning.
  String of(String feed) throws SQLException {
    readPosition.setString(1, feed);
    try (ResultSet row = readPosition.executeQuery()) {
      return row.next() ? row.getString(1) : "";
    }
  }

  void move(String feed, String position) throws SQLException {
    movePosition.setString(1, feed);
    movePosition.setString(2, position);
    movePosition.executeUpdate();
  }

  void forget(String feed) throws SQLException {
    forgetPosition.setString(1, feed);
    forgetPosition.executeUpdate();
  }

  void moveCheckpoint(long position) throws SQLException {
    moveCheckpoint.setLong(1, position);
    moveCheckpoint.executeUpdate();
  }

  long checkpoint() throws SQLException {
    try (ResultSet row = readCheckpoint.executeQuery()) {
      return row.getLong(1);
    }
  }
}
