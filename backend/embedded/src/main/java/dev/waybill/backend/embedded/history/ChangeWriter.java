package dev.waybill.backend.embedded.history;

import dev.waybill.backend.search.Sqlite;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// Writes the job feed, a table of the history in which every change of a job adds a row. The job
/// has the number of its newest row; older rows of the job are not read, and deleted later.
///
/// A power cut may undo rows that readers have seen. So each writer numbers its rows in a
/// separate block, which it first reserves on disk: changes that are projected again get new
/// numbers.
final class ChangeWriter {

  /// The tables of a new history.
  static final String TABLE =
      """
      create table changes(
        n integer primary key,
        job blob not null,
        tenant text,
        deleted integer) strict;
      insert into meta values('feed', random()), ('feed_block', 0), ('feed_dropped', 0);
      """;

  private static final int BLOCK_BITS = 40;

  private final Connection connection;
  private final PreparedStatement addCreated;
  private final PreparedStatement addChanged;
  private final PreparedStatement addDeleted;
  private long last;

  ChangeWriter(Connection connection) throws SQLException {
    this.connection = connection;
    this.last = reserveBlock(connection) << BLOCK_BITS;
    this.addCreated =
        connection.prepareStatement(
            "insert into changes(n, job) select change, id from jobs where n > ?");
    this.addChanged = connection.prepareStatement("insert into changes(n, job) values(?, ?)");
    this.addDeleted =
        connection.prepareStatement(
            "insert into changes(n, job, tenant, deleted) values(?, ?, ?, ?)");
  }

  private static long reserveBlock(Connection connection) throws SQLException {
    Sqlite.outsideTransactions(connection, "pragma synchronous = full");
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("update meta set value = value + 1 where name = 'feed_block'");
      connection.commit();
      try (ResultSet row =
          statement.executeQuery("select value from meta where name = 'feed_block'")) {
        return row.getLong(1);
      }
    } finally {
      Sqlite.outsideTransactions(connection, "pragma synchronous = normal");
    }
  }

  /// Returns the number for a created job; [#addCreatedAfter] adds its row.
  long created() {
    return ++last;
  }

  /// Adds the rows of all jobs after this row of `jobs` by one statement.
  void addCreatedAfter(long jobRow) throws SQLException {
    addCreated.setLong(1, jobRow);
    addCreated.executeUpdate();
  }

  /// Adds a changed job; returns the number of its row.
  long changed(byte[] job) throws SQLException {
    addChanged.setLong(1, ++last);
    addChanged.setBytes(2, job);
    addChanged.executeUpdate();
    return last;
  }

  void deleted(JobKey job, long now) throws SQLException {
    addDeleted.setLong(1, ++last);
    addDeleted.setBytes(2, HistoryWriter.key(job.id()));
    addDeleted.setString(3, job.tenant());
    addDeleted.setLong(4, now);
    addDeleted.executeUpdate();
  }

  /// Deletes rows after `from` up to `to` that no reader needs: those of jobs that no longer exist,
  /// those that newer rows of their job replace, and old deletions.
  void drop(long from, long to, long now) throws SQLException {
    String range = "n > " + from + " and n <= " + to;
    String old = "deleted <= " + (now - JobChanges.DELETIONS_KEPT.toMillis());
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "update meta set value = max(value, (select coalesce(max(n), 0) from changes where "
              + String.join(" and ", range, old)
              + ")) where name = 'feed_dropped'");
      statement.executeUpdate(
          "delete from changes where "
              + range
              + " and iif(deleted is null, not exists(select 1 from jobs j where j.id = job"
              + " and j.change = changes.n), "
              + old
              + ")");
    }
  }
}
