package dev.waybill.backend.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the index of the history costs does not grow with the number of jobs.
final class HistoryIndexSchemaTest {

  @TempDir private Path folder;

  @Test
  void old_deletions_are_found_by_an_index() throws SQLException {
    try (Connection connection = opened()) {
      HistoryIndexSchema.prepare(connection);
      assertThat(plan(connection)).contains("USING").contains("INDEX gone_place");
    }
  }

  @Test
  void an_index_of_an_earlier_version_is_completed_and_keeps_its_position() throws SQLException {
    try (Connection connection = opened()) {
      HistoryIndexSchema.prepare(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute("drop index gone_place");
        statement.execute("insert into position values ('7')");
      }
      connection.commit();
      HistoryIndexSchema.prepare(connection);
      assertThat(plan(connection)).contains("gone_place");
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("select value from position")) {
        assertThat(row.getString(1)).isEqualTo("7");
      }
    }
  }

  private Connection opened() throws SQLException {
    Connection connection = Sqlite.open(folder.resolve("history.db"));
    connection.setAutoCommit(false);
    return connection;
  }

  private static String plan(Connection connection) throws SQLException {
    try (PreparedStatement explain =
        connection.prepareStatement("explain query plan " + HistoryIndexWriter.FORGET)) {
      explain.setLong(1, 1);
      try (ResultSet rows = explain.executeQuery()) {
        StringBuilder plan = new StringBuilder();
        while (rows.next()) {
          plan.append(rows.getString("detail")).append('\n');
        }
        return plan.toString();
      }
    }
  }
}
