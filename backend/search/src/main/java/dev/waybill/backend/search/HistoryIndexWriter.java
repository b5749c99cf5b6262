package dev.waybill.backend.search;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.JobText;
import dev.waybill.backend.support.ArchivedJob;
import dev.waybill.backend.support.HistoryLog.Deletion;
import dev.waybill.backend.support.HistoryLog.Entry;
import dev.waybill.bytes.JobCodes;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.Pruned;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;

/// Writes the index of the history. One thread at a time uses it; the caller commits.
final class HistoryIndexWriter {

  static final String FORGET = "delete from gone where place <= ?";

  private static final String KEY = "id = ? and tenant = ?";

  private final Connection connection;
  private final PreparedStatement find;
  private final PreparedStatement save;
  private final PreparedStatement tag;
  private final PreparedStatement drop;
  private final PreparedStatement dropTags;
  private final PreparedStatement bury;
  private final PreparedStatement dug;

  HistoryIndexWriter(Connection connection) throws SQLException {
    this.connection = connection;
    find = connection.prepareStatement("select n, version from jobs where " + KEY);
    save =
        connection.prepareStatement(
            "insert into jobs(id, tenant, version, place, state, queue, type, born, created,"
                + " updated, events, blobs"
                + HistoryIndexSchema.texts(", %1$s")
                + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
                + HistoryIndexSchema.texts(", ?")
                + ")");
    tag = connection.prepareStatement("insert into tags values (?, ?, last_insert_rowid())");
    drop = connection.prepareStatement("delete from jobs where n = ?");
    dropTags = connection.prepareStatement("delete from tags where n = ?");
    dug = connection.prepareStatement("select 1 from gone where " + KEY + " and version >= ?");
    bury = connection.prepareStatement("insert or replace into gone values (?, ?, ?, ?, ?)");
  }

  static byte[] bytes(JobId id) {
    return ByteBuffer.allocate(16).putLong(id.high()).putLong(id.low()).array();
  }

  static JobId id(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    return new JobId(in.getLong(), in.getLong());
  }

  /// Returns false if the job was deleted before.
  boolean take(Entry entry) throws SQLException {
    return switch (entry) {
      case Entry.Ended(_, ArchivedJob job) when isGone(job) -> false;
      case Entry.Ended(long position, ArchivedJob job) -> {
        save(position, job);
        yield true;
      }
      case Entry.Deleted deleted -> {
        for (Deletion job : deleted.jobs()) {
          remove(job);
          bury(job, deleted);
        }
        yield true;
      }
      case Entry.Damaged _ -> true;
    };
  }

  private boolean isGone(ArchivedJob job) throws SQLException {
    key(dug, 1, job.key());
    dug.setLong(3, job.version());
    try (ResultSet row = dug.executeQuery()) {
      return row.next();
    }
  }

  private void save(long position, ArchivedJob job) throws SQLException {
    if (dropBelow(job.key(), job.version())) {
      insert(position, job);
      insertTags(job.job());
    }
  }

  /// Returns whether no entry with this or a higher version is left.
  private boolean dropBelow(JobKey job, long version) throws SQLException {
    key(find, 1, job);
    try (ResultSet row = find.executeQuery()) {
      if (!row.next()) {
        return true;
      }
      long n = row.getLong(1);
      boolean older = row.getLong(2) < version;
      if (older) {
        drop.setLong(1, n);
        drop.executeUpdate();
        dropTags.setLong(1, n);
        dropTags.executeUpdate();
      }
      return older;
    }
  }

  private void insert(long position, ArchivedJob archived) throws SQLException {
    Job job = archived.job();
    key(save, 1, archived.key());
    save.setLong(3, archived.version());
    save.setLong(4, position);
    save.setInt(5, JobCodes.of(job.state()));
    save.setString(6, job.request().queue());
    save.setString(7, job.request().type());
    save.setLong(8, archived.born());
    save.setLong(9, job.createdAt().toEpochMilli());
    save.setLong(10, job.progress().updatedAt().toEpochMilli());
    save.setInt(11, archived.hasEvents() ? 1 : 0);
    List<String> blobs = Pruned.of(job).blobs();
    save.setString(12, blobs.isEmpty() ? null : String.join("\n", blobs));
    int column = 13;
    for (JobText text : JobText.FILTERS) {
      String value = text.of(job.request());
      if (value == null) {
        save.setNull(column++, Types.VARCHAR);
      } else {
        save.setString(column++, value);
      }
    }
    save.executeUpdate();
  }

  /// Their table has no row IDs, so the last one is that of the job.
  private void insertTags(Job job) throws SQLException {
    for (String name : job.request().tags()) {
      tag.setString(1, job.tenant());
      tag.setString(2, name);
      tag.executeUpdate();
    }
  }

  void remove(Deletion job) throws SQLException {
    dropBelow(job.job(), job.version() + 1);
  }

  private void bury(Deletion job, Entry.Deleted deleted) throws SQLException {
    key(bury, 1, job.job());
    bury.setLong(3, job.version());
    bury.setLong(4, deleted.position());
    bury.setLong(5, deleted.at().toEpochMilli());
    bury.executeUpdate();
  }

  void silence(JobKey job) throws SQLException {
    try (PreparedStatement silence =
        connection.prepareStatement("update jobs set events = 0 where " + KEY)) {
      key(silence, 1, job);
      silence.executeUpdate();
    }
  }

  void forgetDeletions(long upTo) throws SQLException {
    try (PreparedStatement forget = connection.prepareStatement(FORGET)) {
      forget.setLong(1, upTo);
      forget.executeUpdate();
    }
  }

  void moveTo(String position) throws SQLException {
    try (PreparedStatement clear = connection.prepareStatement("delete from position");
        PreparedStatement set = connection.prepareStatement("insert into position values (?)")) {
      clear.executeUpdate();
      set.setString(1, position);
      set.executeUpdate();
    }
  }

  void clear() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : HistoryIndexSchema.TABLES) {
        statement.execute("delete from " + table);
      }
    }
  }

  private static void key(PreparedStatement statement, int first, JobKey job) throws SQLException {
    statement.setBytes(first, bytes(job.id()));
    statement.setString(first + 1, job.tenant());
  }
}
