package dev.waybill.backend.embedded.history;

import dev.waybill.Code;
import dev.waybill.JobText;
import dev.waybill.WaybillException;
import dev.waybill.backend.search.Sqlite;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;

/// The tables of the history.
public final class HistorySchema {

  public static final int VERSION = 6;

  private static final String TABLES =
      """
      create table meta(name text primary key, value integer not null) strict, without rowid;
      create table names(n integer primary key, name text not null unique) strict;
      create table jobs(
        n integer primary key,
        id blob not null unique,
        tenant integer not null,
        queue integer not null,
        type integer not null,
        state integer not null,
        created integer not null,
        updated integer not null,
        run_at integer not null,
        attempt integer not null,
        generation integer not null,
        errors integer not null,
        crashes integer not null,
        cancel integer not null,
        worker text,
        lease_until integer not null,
        sum integer not null,
        body blob not null,
        result blob,
        failure blob,
        attempts blob,
        change integer not null%s) strict;
      create index jobs_tenant on jobs(tenant);
      create index jobs_queue on jobs(queue);
      create index jobs_state on jobs(tenant, state) where state <> 3;
      create table tags(tenant integer, tag text, n integer, primary key(tenant, tag, n))
        strict, without rowid;
      create table events(
        n integer primary key,
        job blob not null,
        attempt integer not null,
        sequence integer not null,
        type text not null,
        at integer not null,
        data blob not null,
        unique(job, attempt, sequence)) strict;
      create table subjects(
        n integer primary key,
        tenant integer not null,
        id text not null,
        unique(tenant, id)) strict;
      create table facts(
        n integer primary key,
        subject integer not null,
        kind integer not null,
        identity integer not null,
        at integer not null,
        version integer not null,
        body blob not null) strict;
      create index facts_subject on facts(subject, kind);
      create index facts_identity on facts(subject, identity);
      create index facts_kind on facts(kind, at);
      """
          .formatted(texts(", %1$s text"));

  private static final String INDEXES =
      texts("create index jobs_%1$s on jobs(tenant, %1$s) where %1$s is not null;\n");

  private HistorySchema() {}

  /// The same SQL for every text field that jobs are found by.
  private static String texts(String format) {
    return JobText.FILTERS.stream()
        .map(text -> format.formatted(text.field()))
        .collect(Collectors.joining());
  }

  /// Opens the history for writing; creates the tables of a new file.
  static Connection open(Path file) {
    Connection connection = Sqlite.open(file);
    try {
      prepare(file, connection);
      return connection;
    } catch (SQLException failure) {
      Sqlite.closeQuietly(connection);
      throw Sqlite.failure("open the history " + file, failure);
    } catch (WaybillException failure) {
      Sqlite.closeQuietly(connection);
      throw failure;
    }
  }

  private static void prepare(Path file, Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int version = number(statement, "pragma user_version");
      if (version != 0 && version != VERSION) {
        throw new WaybillException(
            version > VERSION ? Code.NEWER_FORMAT : Code.OLDER_FORMAT,
            file + " has history format " + version + "; this version reads " + VERSION);
      }
      statement.execute("pragma wal_autocheckpoint = 8000");
      statement.execute("pragma cache_size = -16384");
      connection.setAutoCommit(false);
      if (version == 0) {
        create(statement, TABLES);
        create(statement, INDEXES);
        create(statement, KeptRequests.TABLE);
        create(statement, ChangeWriter.TABLE);
        statement.execute("pragma user_version = " + VERSION);
      }
      connection.commit();
    }
  }

  private static void create(Statement statement, String tables) throws SQLException {
    for (String table : tables.split(";\n", -1)) {
      if (!table.isBlank()) {
        statement.execute(table);
      }
    }
  }

  private static int number(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return rows.getInt(1);
    }
  }
}
