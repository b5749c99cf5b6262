package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// The tables of the catalog. Another version is not migrated: the catalog is rebuilt.
final class CatalogSchema {

  private static final int VERSION = 2;

  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE entries (
            row INTEGER PRIMARY KEY, tenant TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
            seconds INTEGER NOT NULL, nanos INTEGER NOT NULL, text TEXT NOT NULL,
            UNIQUE (tenant, kind, id)) STRICT\
          """,
          "CREATE INDEX entries_newest ON entries (tenant, kind, seconds, nanos, id)",
          // Contains the sort key of the entry, so that a filter is read in the order of the list.
          """
          CREATE TABLE fields (
            row INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
            tenant TEXT NOT NULL, kind TEXT NOT NULL, seconds INTEGER NOT NULL,
            nanos INTEGER NOT NULL, id TEXT NOT NULL,
            PRIMARY KEY (row, name)) STRICT, WITHOUT ROWID\
          """,
          "CREATE INDEX fields_newest ON fields (tenant, kind, name, value, seconds, nanos, id)",
          """
          CREATE VIRTUAL TABLE words USING fts5 (
            text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')\
          """,
          "CREATE TABLE checkpoint (position INTEGER NOT NULL) STRICT",
          "INSERT INTO checkpoint VALUES (0)",
          "CREATE TABLE positions (feed TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT",
          "PRAGMA user_version = " + VERSION);

  private static final String NAMES =
      "('entries', 'entries_newest', 'fields', 'fields_newest', 'words', 'checkpoint',"
          + " 'positions')";

  private CatalogSchema() {}

  /// Creates the tables of a new file; fails with [Code#CORRUPT] if there are other tables. The
  /// caller ends the transaction.
  static void prepare(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (number(statement, "SELECT count(*) FROM sqlite_schema") == 0) {
        for (String sql : TABLES) {
          statement.execute(sql);
        }
      }
      check(number(statement, "PRAGMA user_version") == VERSION, "has another schema version");
      check(
          number(statement, "SELECT count(*) FROM sqlite_schema WHERE name IN " + NAMES) == 7,
          "has missing tables");
      check(number(statement, "SELECT count(*) FROM checkpoint") == 1, "has no checkpoint");
    }
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.CORRUPT, "the database " + otherwise);
    }
  }

  private static int number(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      return row.getInt(1);
    }
  }
}
