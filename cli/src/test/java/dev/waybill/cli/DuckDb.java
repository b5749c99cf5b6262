package dev.waybill.cli;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads exported files with DuckDB, which shares no code with the writers.
public final class DuckDb {

  private DuckDb() {}

  /// The rows of a query. `$file` in it is the file; times are in UTC.
  public static List<List<@Nullable Object>> rows(Path file, String query) {
    String named = query.replace("$file", "'" + file.toString().replace("'", "''") + "'");
    try (Connection database = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = database.createStatement()) {
      statement.execute("set timezone = 'UTC'");
      try (ResultSet found = statement.executeQuery(named)) {
        return rows(found);
      }
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static List<List<@Nullable Object>> rows(ResultSet found) throws SQLException {
    int columns = found.getMetaData().getColumnCount();
    List<List<@Nullable Object>> rows = new ArrayList<>();
    while (found.next()) {
      List<@Nullable Object> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) {
        row.add(found.getObject(i));
      }
      rows.add(row);
    }
    return rows;
  }

  /// The names and types of the columns.
  public static List<String> columns(Path file) {
    return rows(file, "describe select * from $file").stream()
        .map(row -> row.get(0) + " " + row.get(1))
        .toList();
  }
}
