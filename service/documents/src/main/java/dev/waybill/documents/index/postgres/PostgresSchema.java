package dev.waybill.documents.index.postgres;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/// The tables of the index. Servers that start at the same time create them one after the other.
final class PostgresSchema {

  /// Belongs to the tables and to the analysis of words in them.
  static final int VERSION = 1;

  /// Held by transactions that create tables. Any number that nobody else uses.
  private static final long LOCK = 0x7761_7962_696c_6c31L;

  private PostgresSchema() {}

  static void lock(Connection connection) throws SQLException {
    execute(connection, "SELECT pg_advisory_xact_lock(" + LOCK + ")");
  }

  /// Creates the tables if they do not exist.
  static void prepare(Connection connection) throws SQLException {
    lock(connection);
    if (value(connection, "SELECT to_regclass('waybill_chunk_index') IS NOT NULL").equals("t")) {
      checkVersion(value(connection, "SELECT version FROM waybill_chunk_index"));
    } else {
      create(connection);
    }
  }

  private static void create(Connection connection) throws SQLException {
    checkEncoding(value(connection, "SHOW server_encoding"));
    checkExtension(connection);
    execute(
        connection,
        "CREATE TABLE waybill_chunk_index"
            + " (version int PRIMARY KEY, complete boolean NOT NULL DEFAULT false);"
            + "INSERT INTO waybill_chunk_index (version) VALUES ("
            + VERSION
            + ");"
            + "CREATE TABLE waybill_chunk_models"
            + " (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL,"
            + " dimension int NOT NULL, UNIQUE (name, dimension))");
  }

  private static void checkVersion(String version) {
    if (Integer.parseInt(version) > VERSION) {
      throw new WaybillException(
          Code.NEWER_FORMAT,
          "the index of chunks in the database has version %s, this server knows version %d: use a"
                  .formatted(version, VERSION)
              + " newer server, or another database");
    }
  }

  private static void checkEncoding(String encoding) {
    if (!encoding.equals("UTF8")) {
      throw new WaybillException(
          Code.STORE_FAILED,
          "the database has the encoding %s: create one with ENCODING 'UTF8'".formatted(encoding));
    }
  }

  private static void checkExtension(Connection connection) throws SQLException {
    try {
      execute(connection, "CREATE EXTENSION IF NOT EXISTS vector");
    } catch (SQLException refused) {
      if (PostgresErrors.isConnectionLost(refused)) {
        throw refused;
      }
      throw missing(String.valueOf(refused.getMessage()), refused);
    }
    String version =
        value(connection, "SELECT extversion FROM pg_extension WHERE extname='vector'");
    if (version.matches("0\\.[0-7](\\..*)?")) {
      throw missing("it has version " + version, null);
    }
    if (value(connection, "SELECT to_regtype('halfvec') IS NOT NULL").equals("f")) {
      throw missing("its schema is not in currentSchema of documents.index.url", null);
    }
  }

  private static WaybillException missing(String why, @Nullable Throwable cause) {
    return new WaybillException(
        Code.STORE_FAILED,
        "the database has no extension vector of version 0.8 or newer (%s). Install pgvector on"
                .formatted(why)
            + " the server, and run CREATE EXTENSION vector, or ALTER EXTENSION vector UPDATE, as a"
            + " superuser in this database",
        cause);
  }

  /// The first value of the first row; empty if there is no row.
  static String value(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() ? rows.getString(1) : "";
    }
  }

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
