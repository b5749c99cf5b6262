package dev.waybill.backend.search;

import dev.waybill.JobText;
import dev.waybill.bytes.JobCodes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;

/// The tables of the index of the history. Another version is deleted, because it can be rebuilt.
final class HistoryIndexSchema {

  private static final int VERSION = 1;

  static final List<String> TABLES = List.of("position", "jobs", "tags", "gone");

  private HistoryIndexSchema() {}

  static void prepare(Connection connection) throws SQLException {
    Sqlite.outsideTransactions(
        connection, "pragma wal_autocheckpoint = 8000", "pragma cache_size = -16384");
    try (Statement statement = connection.createStatement()) {
      if (version(statement) != VERSION) {
        for (String table : TABLES) {
          statement.execute("drop table if exists " + table);
        }
        for (String sql : schema().split(";\n", -1)) {
          if (!sql.isBlank()) {
            statement.execute(sql);
          }
        }
        statement.execute("pragma user_version = " + VERSION);
      }
      // Earlier indexes have none; they need not be rebuilt for it.
      statement.execute("create index if not exists gone_place on gone(place)");
    }
    connection.commit();
  }

  private static int version(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery("pragma user_version")) {
      return row.getInt(1);
    }
  }

  /// `place` is the position in the log, `born` the position in the order of all jobs. Most jobs
  /// complete, so the indexes by state leave these out.
  private static String schema() {
    return """
    create table position(value text not null) strict;
    create table jobs(
      n integer primary key,
      id blob not null,
      tenant text not null,
      version integer not null,
      place integer not null,
      state integer not null,
      queue text not null,
      type text not null,
      born integer not null,
      created integer not null,
      updated integer not null,
      events integer not null,
      blobs text%s,
      unique(id, tenant)) strict;
    create index jobs_list on jobs(tenant, born);
    create index jobs_queue on jobs(tenant, queue, born);
    create index jobs_place on jobs(state, place);
    create index jobs_end on jobs(state, updated);
    create index jobs_unusual on jobs(tenant, state, born) where state <> %d;
    create index jobs_dead on jobs(tenant, queue) where state = %d;
    create index jobs_events on jobs(updated) where events = 1;
    %screate table tags(tenant text, tag text, n integer, primary key(tenant, tag, n))
      strict, without rowid;
    create index tags_job on tags(n);
    create table gone(
      id blob not null,
      tenant text not null,
      version integer not null,
      place integer not null,
      at integer not null,
      primary key(id, tenant)) strict, without rowid;
    create index gone_at on gone(at);
    """
        .formatted(
            texts(", %1$s text"),
            JobCodes.COMPLETED,
            JobCodes.DEAD,
            texts("create index jobs_%1$s on jobs(tenant, %1$s) where %1$s is not null;\n"));
  }

  /// The same SQL for every text by which jobs are found.
  static String texts(String format) {
    return JobText.FILTERS.stream()
        .map(text -> format.formatted(text.field()))
        .collect(Collectors.joining());
  }
}
