package dev.waybill.backend.embedded;

import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.spi.Draft;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes runs of facts into the history, each in one transaction together with the place in the
/// log up to which the history is now complete. Used by one thread.
final class HistoryWriter implements AutoCloseable {

  private static final String INSERT =
      "insert into jobs(state, updated, run_at, attempt, generation, errors, crashes, cancel,"
          + " worker, lease_until, result, failure, attempts, id, tenant, queue, type, created,"
          + " request, correlation, body)"
          + " values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final String STEPPED =
      "update jobs set state = ?1, updated = ?2, run_at = ?3, attempt = ?4, generation = ?5,"
          + " errors = ?6, crashes = ?7, cancel = ?8,"
          + " worker = iif(?1 = 2, coalesce(?9, worker), null),"
          + " lease_until = iif(?1 = 2, coalesce(?10, lease_until), null),"
          + " result = iif(?15, ?11, coalesce(?11, result)),"
          + " failure = coalesce(?12, failure), attempts = ?13 where id = ?14";
  private static final String LEASED =
      "update jobs set state = 2, updated = ?, worker = ?, lease_until = ? where id = ?";
  private static final String EXTENDED = "update jobs set lease_until = ? where id = ?";

  private final Connection connection;
  private final Names names;
  private final PreparedStatement insert;
  private final PreparedStatement stepped;
  private final PreparedStatement leased;
  private final PreparedStatement extended;
  private final PreparedStatement findAttempts;
  private final PreparedStatement addTag;
  private final PreparedStatement setPosition;
  private final HistoryStreams streams;

  HistoryWriter(Path file) {
    connection = HistorySchema.open(file);
    try {
      names = new Names(connection);
      insert = connection.prepareStatement(INSERT);
      stepped = connection.prepareStatement(STEPPED);
      leased = connection.prepareStatement(LEASED);
      extended = connection.prepareStatement(EXTENDED);
      findAttempts = connection.prepareStatement("select attempts from jobs where id = ?");
      addTag =
          connection.prepareStatement(
              "insert or ignore into tags(tenant, tag, n) values(?, ?, last_insert_rowid())");
      setPosition =
          connection.prepareStatement("insert or replace into meta values('position', ?)");
      streams = new HistoryStreams(connection);
    } catch (SQLException failure) {
      throw Sqlite.failure("prepare the history", failure);
    }
  }

  /// The place in the log up to which the history is complete.
  long position() {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select value from meta where name = 'position'")) {
      return rows.next() ? rows.getLong(1) : 0;
    } catch (SQLException failure) {
      throw Sqlite.failure("read the history", failure);
    }
  }

  void write(PendingFacts run, long position) {
    try {
      for (Map.Entry<JobId, PendingJob> job : run.jobs().entrySet()) {
        write(job.getKey(), job.getValue());
      }
      streams.write(run);
      setPosition.setLong(1, position);
      setPosition.executeUpdate();
      connection.commit();
    } catch (SQLException failure) {
      rollBack();
      throw Sqlite.failure("write the history", failure);
    }
  }

  /// Syncs everything that was written to disk; false where a reader was in the way.
  boolean makeDurable() {
    try (Statement statement = connection.createStatement()) {
      connection.commit();
      connection.setAutoCommit(true);
      try (ResultSet rows = statement.executeQuery("pragma wal_checkpoint(truncate)")) {
        return rows.getInt(1) == 0;
      } finally {
        connection.setAutoCommit(false);
      }
    } catch (SQLException failure) {
      throw Sqlite.failure("sync the history", failure);
    }
  }

  Connection connection() {
    return connection;
  }

  void rollBack() {
    names.forget();
    try {
      connection.rollback();
    } catch (SQLException failure) {
      throw Sqlite.failure("roll back", failure);
    }
  }

  private void write(JobId id, PendingJob job) throws SQLException {
    byte[] key = key(id);
    byte[] body = job.body;
    if (job.birth != null && body != null) {
      insert(key, job, body, job.birth);
    } else if (job.stepped) {
      boolean found = step(key, job);
      if (!found && body != null) {
        insert(key, job, body, JobCodec.read(new ByteReader(body)));
      }
    } else if (job.leased) {
      leased.setLong(1, job.updated);
      leased.setString(2, job.worker);
      leased.setLong(3, job.leaseUntil);
      leased.setBytes(4, key);
      leased.executeUpdate();
    } else {
      extended.setLong(1, job.leaseUntil);
      extended.setBytes(2, key);
      extended.executeUpdate();
    }
  }

  private void insert(byte[] key, PendingJob job, byte[] body, JobCodec.Birth birth)
      throws SQLException {
    Draft draft = birth.draft();
    String tenant = draft.key().tenant();
    bindProgress(insert, job);
    insert.setBytes(13, job.attempts.size() == 0 ? null : job.attempts.copy());
    insert.setBytes(14, key);
    insert.setInt(15, names.number(Names.tenant(tenant)));
    insert.setInt(16, names.number(Names.queue(tenant, draft.job().queue())));
    insert.setInt(17, names.number(Names.type(draft.job().type())));
    insert.setLong(18, birth.createdAt());
    insert.setString(19, draft.job().requestId());
    insert.setString(20, draft.job().correlationId());
    insert.setBytes(21, body);
    insert.executeUpdate();
    for (String tag : draft.job().tags()) {
      addTag.setInt(1, names.number(Names.tenant(tenant)));
      addTag.setString(2, tag);
      addTag.executeUpdate();
    }
  }

  /// Most jobs end with their first attempt: only those that had one before are read first.
  private boolean step(byte[] key, PendingJob job) throws SQLException {
    byte[] before = job.attempt == 1 ? null : attempts(key);
    bindProgress(stepped, job);
    byte[] added = job.attempts.copy();
    byte[] after = before == null ? added : Attempts.join(before, added);
    stepped.setBytes(13, after.length == 0 ? null : after);
    stepped.setBytes(14, key);
    stepped.setBoolean(15, job.revived);
    return stepped.executeUpdate() > 0;
  }

  private void bindProgress(PreparedStatement statement, PendingJob job) throws SQLException {
    boolean running = job.state == State.RUNNING && job.worker != null;
    statement.setInt(1, Codes.of(job.state));
    statement.setLong(2, job.updated);
    statement.setLong(3, job.runAt);
    statement.setInt(4, job.attempt);
    statement.setInt(5, job.generation);
    statement.setInt(6, job.errors);
    statement.setInt(7, job.crashes);
    statement.setBoolean(8, job.cancel);
    statement.setString(9, running ? job.worker : null);
    statement.setObject(10, running ? job.leaseUntil : null);
    statement.setBytes(11, payload(job.result));
    statement.setBytes(12, failure(job));
  }

  private byte @Nullable [] attempts(byte[] key) throws SQLException {
    findAttempts.setBytes(1, key);
    try (ResultSet rows = findAttempts.executeQuery()) {
      return rows.next() ? rows.getBytes(1) : null;
    }
  }

  private static byte @Nullable [] payload(@Nullable Payload payload) {
    if (payload == null) {
      return null;
    }
    ByteWriter out = new ByteWriter(64);
    JobCodec.writePayload(out, payload);
    return out.copy();
  }

  private static byte @Nullable [] failure(PendingJob job) {
    if (job.failure == null) {
      return null;
    }
    ByteWriter out = new ByteWriter(256);
    Facts.writeFailure(out, job.failure);
    return out.copy();
  }

  static byte[] key(JobId id) {
    ByteWriter out = new ByteWriter(16);
    Facts.writeId(out, id);
    return out.copy();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException failure) {
      throw Sqlite.failure("close the history", failure);
    }
  }
}
