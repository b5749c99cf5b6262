package dev.waybill.backend.embedded.history;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.backend.embedded.live.JobCodec;
import dev.waybill.backend.search.Sqlite;
import dev.waybill.bytes.ByteReader;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// Deletes jobs from the history, with their tags and events.
final class HistoryDeletion {

  private final Connection connection;
  private final ChangeWriter changes;
  private final long now;

  HistoryDeletion(HistoryWriter history, long now) {
    this.connection = history.connection();
    this.changes = history.changes();
    this.now = now;
  }

  /// Deletes one job durably, and overwrites its data in unused pages.
  void deleteForGood(Job job) {
    try {
      Sqlite.outsideTransactions(
          connection, "pragma synchronous = full", "pragma secure_delete = on");
      try {
        delete(job);
        connection.commit();
      } finally {
        Sqlite.outsideTransactions(
            connection, "pragma synchronous = normal", "pragma secure_delete = off");
      }
    } catch (SQLException failure) {
      throw Sqlite.failure("delete a job", failure);
    }
  }

  void delete(Job job) throws SQLException {
    byte[] key = HistoryWriter.key(job.id());
    run("delete from events where job = ?", key);
    for (String tag : job.tags()) {
      deleteTag(job, tag, key);
    }
    run("delete from changes where n = (select change from jobs where id = ?)", key);
    run("delete from jobs where id = ?", key);
    changes.deleted(new JobKey(job.tenant(), job.id()), now);
  }

  /// The stored draft of the job, with the fingerprint of its request.
  Draft draft(JobId id) throws SQLException {
    byte[] key = HistoryWriter.key(id);
    try (PreparedStatement find =
        connection.prepareStatement("select body from jobs where id = ?")) {
      find.setBytes(1, key);
      try (ResultSet row = find.executeQuery()) {
        return JobCodec.read(new ByteReader(HistoryRows.body(key, row.getBytes(1)))).draft();
      }
    }
  }

  private void deleteTag(Job job, String tag, byte[] key) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            "delete from tags where tenant = (select n from names where name = ?) and tag = ?"
                + " and n = (select n from jobs where id = ?)")) {
      delete.setString(1, Names.tenant(job.tenant()));
      delete.setString(2, tag);
      delete.setBytes(3, key);
      delete.executeUpdate();
    }
  }

  private void run(String statement, byte[] key) throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(statement)) {
      prepared.setBytes(1, key);
      prepared.executeUpdate();
    }
  }
}
