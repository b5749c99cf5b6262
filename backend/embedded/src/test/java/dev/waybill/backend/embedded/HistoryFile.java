package dev.waybill.backend.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/// Changes the history of a closed store.
final class HistoryFile {

  private HistoryFile() {}

  static void run(Path file, String statement) throws IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement change = connection.createStatement()) {
      change.execute(statement);
    } catch (SQLException failure) {
      throw new IOException(failure);
    }
  }
}
