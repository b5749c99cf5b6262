package dev.waybill.backend.search;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// The tables of the catalog. Another version is not migrated: the catalog is rebuilt.
///
/// An entry belongs to a place, a tenant and kind. `entries` has its fields and details as bytes;
/// `fields` finds entries by a field, in the order of lists. `vocabulary` has the words of a place
/// that similar words are searched in.
final class CatalogSchema {

  private static final int VERSION = 4;

  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE places (
            place INTEGER PRIMARY KEY, tenant TEXT NOT NULL, kind TEXT NOT NULL,
            UNIQUE (tenant, kind)) STRICT\
          """,
          """
          CREATE TABLE entries (
            row INTEGER PRIMARY KEY, place INTEGER NOT NULL, id TEXT NOT NULL,
            seconds INTEGER NOT NULL, nanos INTEGER NOT NULL,
            fields BLOB NOT NULL, details BLOB NOT NULL, text TEXT NOT NULL,
            UNIQUE (place, id)) STRICT\
          """,
          "CREATE INDEX entries_newest ON entries (place, seconds, nanos, id)",
          """
          CREATE TABLE fields (
            place INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
            seconds INTEGER NOT NULL, nanos INTEGER NOT NULL, id TEXT NOT NULL,
            row INTEGER NOT NULL,
            PRIMARY KEY (place, name, value, seconds, nanos, id)) STRICT, WITHOUT ROWID\
          """,
          """
          CREATE VIRTUAL TABLE words USING fts5 (
            text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')\
          """,
          """
          CREATE TABLE vocabulary (
            place INTEGER NOT NULL, length INTEGER NOT NULL, word TEXT NOT NULL,
            PRIMARY KEY (place, length, word)) STRICT, WITHOUT ROWID\
          """,
          "CREATE TABLE checkpoint (position INTEGER NOT NULL) STRICT",
          "INSERT INTO checkpoint VALUES (0)",
          "CREATE TABLE positions (feed TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT",
          "PRAGMA user_version = " + VERSION);

  private static final List<String> NAMES =
      List.of(
          "places",
          "entries",
          "entries_newest",
          "fields",
          "words",
          "vocabulary",
          "checkpoint",
          "positions");

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
      String names = "('" + String.join("', '", NAMES) + "')";
      int known = number(statement, "SELECT count(*) FROM sqlite_schema WHERE name IN " + names);
      check(known == NAMES.size(), "has missing tables");
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
