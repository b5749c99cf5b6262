package dev.waybill.backend.embedded.history;

import dev.waybill.JobId;
import dev.waybill.JobText;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.backend.embedded.live.JobCodec;
import dev.waybill.backend.search.Sqlite;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.spi.Draft;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes runs of facts to the history, each in one transaction together with the log position up
/// to which the history is complete. Used by one thread, and unusable after a failure: SQLite may
/// or may not have rolled back the transaction.
public final class HistoryWriter implements AutoCloseable {

  private static final RowChecksum BODY = new RowChecksum("body");
  private static final RowChecksum RESULT = new RowChecksum("result");
  private static final RowChecksum FAILURE = new RowChecksum("failure");
  static final RowChecksum ATTEMPTS = new RowChecksum("attempts");

  private static final int BODY_AT = 20;
  private static final int CHANGE_AT = 21;
  private static final String INSERT =
      "insert into jobs("
          + ChangingColumns.COLUMNS
          + ", sum, result, failure, attempts, id, tenant, queue, type, created, body, change, "
          + JobText.FILTERS.stream().map(JobText::field).collect(Collectors.joining(", "))
          + ") values(?"
          + ", ?".repeat(CHANGE_AT - 1 + JobText.FILTERS.size())
          + ")";
  private static final String MOVE =
      "update jobs set state = ?1, updated = ?2, run_at = ?3, attempt = ?4, generation = ?5,"
          + " errors = ?6, crashes = ?7, cancel = ?8, worker = ?9, lease_until = ?10, sum = ?11";
  private static final String STEPPED =
      MOVE
          + ", result = iif(?16, ?12, coalesce(?12, result)),"
          + " failure = coalesce(?13, failure), attempts = ?14, change = ?17 where id = ?15";
  private static final String MOVED = MOVE + " where id = ?12";

  private final Path file;
  private final Connection connection;
  private final Names names;
  private final PreparedStatement insert;
  private final PreparedStatement stepped;
  private final PreparedStatement moved;
  private final PreparedStatement findRow;
  private final PreparedStatement findLastRow;
  private final PreparedStatement addTag;
  private final PreparedStatement setPosition;
  private final HistoryEvents events;
  private final LedgerWriter ledger;
  private final ChangeWriter changes;

  HistoryWriter(Path file) {
    this.file = file;
    connection = HistorySchema.open(file);
    try {
      names = new Names(connection);
      insert = connection.prepareStatement(INSERT);
      stepped = connection.prepareStatement(STEPPED);
      moved = connection.prepareStatement(MOVED);
      findRow =
          connection.prepareStatement(
              "select " + ChangingColumns.COLUMNS + ", sum, id, attempts from jobs where id = ?");
      findLastRow = connection.prepareStatement("select coalesce(max(n), 0) from jobs");
      addTag =
          connection.prepareStatement(
              "insert or ignore into tags(tenant, tag, n) values(?, ?, last_insert_rowid())");
      setPosition =
          connection.prepareStatement(
              "insert or replace into meta values('position', ?), ('batch', ?)");
      events = new HistoryEvents(connection);
      ledger = new LedgerWriter(connection, names);
      changes = new ChangeWriter(connection);
    } catch (SQLException failure) {
      Sqlite.closeQuietly(connection);
      throw Sqlite.failure("prepare the history", failure);
    }
  }

  Path file() {
    return file;
  }

  /// The log position up to which the history is complete.
  HistoryPosition reached() {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select p.value, b.value from meta p, meta b"
                    + " where p.name = 'position' and b.name = 'batch'")) {
      return rows.next()
          ? new HistoryPosition(rows.getLong(1), rows.getLong(2))
          : HistoryPosition.NOTHING;
    } catch (SQLException failure) {
      throw Sqlite.failure("read the history", failure);
    }
  }

  void write(PendingFacts run, HistoryPosition reached) {
    try {
      long lastRow = lastRow();
      for (Map.Entry<JobId, PendingJob> job : run.jobs().entrySet()) {
        write(job.getKey(), job.getValue());
      }
      changes.addCreatedAfter(lastRow);
      for (Facts.Events some : run.events()) {
        events.write(some);
      }
      for (Facts.LedgerChange change : run.ledger()) {
        ledger.write(change);
      }
      setPosition.setLong(1, reached.position());
      setPosition.setLong(2, reached.batch());
      setPosition.executeUpdate();
      connection.commit();
    } catch (SQLException failure) {
      throw Sqlite.failure("write the history", failure);
    }
  }

  private long lastRow() throws SQLException {
    try (ResultSet row = findLastRow.executeQuery()) {
      return row.getLong(1);
    }
  }

  /// Syncs everything that was written; returns false if a reader prevented it.
  boolean makeDurable() {
    try {
      return Sqlite.checkpoint(connection);
    } catch (SQLException failure) {
      throw Sqlite.failure("sync the history", failure);
    }
  }

  public Connection connection() {
    return connection;
  }

  Subjects subjects() {
    return ledger.subjects();
  }

  ChangeWriter changes() {
    return changes;
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
    } else {
      move(key, job);
    }
  }

  private void insert(byte[] key, PendingJob job, byte[] body, JobCodec.Birth birth)
      throws SQLException {
    Draft draft = birth.draft();
    String tenant = draft.key().tenant();
    ChangingColumns.of(job).bind(insert, key);
    insert.setBytes(12, RESULT.close(key, payload(job.result)));
    insert.setBytes(13, FAILURE.close(key, failure(job)));
    insert.setBytes(14, ATTEMPTS.close(key, job.attempts.size() == 0 ? null : job.attempts.copy()));
    insert.setBytes(15, key);
    insert.setInt(16, names.number(Names.tenant(tenant)));
    insert.setInt(17, names.number(Names.queue(tenant, draft.job().queue())));
    insert.setInt(18, names.number(Names.type(draft.job().type())));
    insert.setLong(19, birth.createdAt());
    insert.setBytes(BODY_AT, BODY.close(key, body));
    insert.setLong(CHANGE_AT, changes.created());
    int index = CHANGE_AT;
    for (JobText text : JobText.FILTERS) {
      insert.setString(++index, text.of(draft.job()));
    }
    insert.executeUpdate();
    for (String tag : draft.job().tags()) {
      addTag.setInt(1, names.number(Names.tenant(tenant)));
      addTag.setString(2, tag);
      addTag.executeUpdate();
    }
  }

  /// Most jobs finish with their first attempt; only jobs with earlier attempts are read first.
  private boolean step(byte[] key, PendingJob job) throws SQLException {
    ChangingColumns after = ChangingColumns.of(job);
    boolean sameLease = job.state == State.RUNNING && job.worker == null;
    if (job.attempt == 1 && !sameLease) {
      after.bind(stepped, key);
      stepped.setBytes(14, attempts(key, null, job));
    } else if (!bindOnTopOf(key, job, after, sameLease)) {
      return false;
    }
    stepped.setBytes(12, RESULT.close(key, payload(job.result)));
    stepped.setBytes(13, FAILURE.close(key, failure(job)));
    stepped.setBytes(15, key);
    stepped.setBoolean(16, job.revived);
    stepped.setLong(17, changes.changed(key));
    return stepped.executeUpdate() > 0;
  }

  /// Keeps the values of the row that this run does not change; returns false if there is no row.
  private boolean bindOnTopOf(byte[] key, PendingJob job, ChangingColumns after, boolean sameLease)
      throws SQLException {
    findRow.setBytes(1, key);
    try (ResultSet row = findRow.executeQuery()) {
      if (!row.next()) {
        return false;
      }
      (sameLease ? after.heldAsIn(ChangingColumns.read(row)) : after).bind(stepped, key);
      stepped.setBytes(14, attempts(key, row.getBytes(13), job));
      return true;
    }
  }

  private void move(byte[] key, PendingJob job) throws SQLException {
    findRow.setBytes(1, key);
    try (ResultSet row = findRow.executeQuery()) {
      if (!row.next()) {
        return;
      }
      ChangingColumns before = ChangingColumns.read(row);
      (job.leased ? before.leased(job) : before.extended(job.leaseUntil)).bind(moved, key);
    }
    moved.setBytes(12, key);
    moved.executeUpdate();
  }

  /// The attempts including those of this run. Damaged ones are kept, so that the reader detects
  /// them.
  private static byte @Nullable [] attempts(byte[] key, byte @Nullable [] sealed, PendingJob job) {
    boolean damaged = sealed != null && !ATTEMPTS.isIntact(key, sealed);
    if (job.attempts.size() == 0 || damaged) {
      return sealed;
    }
    byte[] before = sealed == null ? new byte[0] : ATTEMPTS.open(key, sealed, "a job");
    return ATTEMPTS.close(key, Attempts.join(before, job.attempts.copy()));
  }

  private static byte @Nullable [] payload(@Nullable Payload payload) {
    if (payload == null) {
      return null;
    }
    ByteWriter out = new ByteWriter(64);
    JobBytes.writePayload(out, payload);
    return out.copy();
  }

  private static byte @Nullable [] failure(PendingJob job) {
    if (job.failure == null) {
      return null;
    }
    ByteWriter out = new ByteWriter(256);
    JobBytes.writeFailure(out, job.failure);
    return out.copy();
  }

  static byte[] key(JobId id) {
    ByteWriter out = new ByteWriter(16);
    JobBytes.writeId(out, id);
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
