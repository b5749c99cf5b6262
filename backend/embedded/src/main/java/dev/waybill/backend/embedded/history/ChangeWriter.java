package dev.waybill.backend.embedded.history;

import dev.waybill.backend.search.Sqlite;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// Writes the job feed, a table of the history with one row per job, which moves to the end with
/// every change of the job. The job has the number of its row.
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
      create index changes_deleted on changes(deleted) where deleted is not null;
      insert into meta values('feed', random()), ('feed_block', 0), ('feed_dropped', 0);
      """;

  private static final int BLOCK_BITS = 40;

  private final Connection connection;
  private final PreparedStatement addCreated;
  private final PreparedStatement moveChanged;
  private final PreparedStatement addDeleted;
  private long last;

  ChangeWriter(Connection connection) throws SQLException {
    this.connection = connection;
    this.last = reserveBlock(connection) << BLOCK_BITS;
    this.addCreated =
        connection.prepareStatement(
            "insert into changes(n, job) select change, id from jobs where n > ?");
    this.moveChanged =
        connection.prepareStatement(
            "update changes set n = ? where n = (select change from jobs where id = ?)");
    this.addDeleted =
        connection.prepareStatement(
            "insert into changes(n, job, tenant, deleted) values(?, ?, ?, ?)");
  }

  private static long reserveBlock(Connection connection) throws SQLException {
    Sqlite.outsideTransactions(connection, "pragma synchronous = full");
    long block;
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate("update meta set value = value + 1 where name = 'feed_block'");
      connection.commit();
      try (ResultSet row =
          statement.executeQuery("select value from meta where name = 'feed_block'")) {
        block = row.getLong(1);
      }
    }
    Sqlite.outsideTransactions(connection, "pragma synchronous = normal");
    return block;
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

  /// Moves the row of a changed job, if there is one; returns its number.
  long changed(byte[] job) throws SQLException {
    moveChanged.setLong(1, ++last);
    moveChanged.setBytes(2, job);
    moveChanged.executeUpdate();
    return last;
  }

  void deleted(JobKey job, long now) throws SQLException {
    addDeleted.setLong(1, ++last);
    addDeleted.setBytes(2, HistoryWriter.key(job.id()));
    addDeleted.setString(3, job.tenant());
    addDeleted.setLong(4, now);
    addDeleted.executeUpdate();
  }

  /// Deletes up to `max` old deletions, the oldest first.
  void dropDeletions(int max, long now) throws SQLException {
    String old =
        "select n from changes where deleted <= %d order by deleted limit %d"
            .formatted(now - JobChanges.DELETIONS_KEPT.toMillis(), max);
    try (Statement statement = connection.createStatement()) {
      statement.executeUpdate(
          "update meta set value = max(value, (select coalesce(max(n), 0) from ("
              + old
              + "))) where name = 'feed_dropped'");
      statement.executeUpdate("delete from changes where n in (" + old + ")");
    }
  }
}
