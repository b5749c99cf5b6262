package dev.waybill.backend.embedded.history;

import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Writes events of jobs and facts of the ledger to the history.
final class HistoryStreams {

  static final RowChecksum EVENT = new RowChecksum("event");
  static final RowChecksum FACT = new RowChecksum("fact");
  static final RowChecksum LATEST = new RowChecksum("latest");

  /// Selects the rows of one key of the ledger.
  static final String KEY = "tenant = ? and kind = ? and id = ?";

  private final PreparedStatement addEvent;
  private final PreparedStatement addFact;
  private final PreparedStatement findLatest;
  private final PreparedStatement setLatest;
  private final PreparedStatement deleteFacts;
  private final PreparedStatement deleteLatest;

  HistoryStreams(Connection connection) throws SQLException {
    addEvent =
        connection.prepareStatement(
            "insert or ignore into events(job, attempt, sequence, type, at, data)"
                + " values(?, ?, ?, ?, ?, ?)");
    addFact =
        connection.prepareStatement(
            "insert or replace into facts(n, tenant, kind, id, attempt, type, at, body)"
                + " values(?, ?, ?, ?, ?, ?, ?, ?)");
    findLatest = connection.prepareStatement("select version from latest where " + KEY);
    setLatest =
        connection.prepareStatement(
            "insert or replace into latest(tenant, kind, id, n, version, body)"
                + " values(?, ?, ?, ?, ?, ?)");
    deleteFacts = connection.prepareStatement("delete from facts where " + KEY + " and n <= ?");
    deleteLatest = connection.prepareStatement("delete from latest where " + KEY + " and n <= ?");
  }

  void write(PendingFacts run) throws SQLException {
    for (Facts.Events events : run.events()) {
      write(events);
    }
    Map<LedgerKey, LatestChange> latest = new HashMap<>();
    for (Facts.LedgerChange change : run.ledger()) {
      switch (change) {
        case Facts.Recorded recorded -> write(recorded, latest);
        case Facts.Deleted deleted -> {
          setLatest(latest);
          delete(deleted);
        }
      }
    }
    setLatest(latest);
  }

  /// The last of several changes of one latest state: only that one is written.
  private record LatestChange(Facts.Recorded last, int changes) {

    LatestChange then(LatestChange later) {
      return new LatestChange(later.last, changes + later.changes);
    }
  }

  private void write(Facts.Events events) throws SQLException {
    byte[] key = HistoryWriter.key(events.id());
    for (NewEvent event : events.events()) {
      Instant time = event.at();
      long at = time == null ? events.at() : time.toEpochMilli();
      byte[] identity = identity(events.id(), events.attempt(), event.sequence(), event.type(), at);
      ByteWriter data = new ByteWriter(64);
      JobBytes.writePayload(data, event.data());
      addEvent.setBytes(1, key);
      addEvent.setInt(2, events.attempt());
      addEvent.setLong(3, event.sequence());
      addEvent.setString(4, event.type());
      addEvent.setLong(5, at);
      addEvent.setBytes(6, EVENT.close(identity, data.copy()));
      addEvent.executeUpdate();
    }
  }

  /// The fields of an event that its checksum covers besides the data.
  static byte[] identity(JobId job, int attempt, long sequence, String type, long at) {
    ByteWriter out = new ByteWriter(64);
    JobBytes.writeId(out, job);
    return out.put4(attempt).put8(sequence).put8(at).putText(type).copy();
  }

  /// The fields of a latest state that its checksum covers besides the fact.
  static byte[] identity(LedgerKey key, long version) {
    return new ByteWriter(64)
        .put8(version)
        .putText(key.tenant())
        .putText(key.kind())
        .putText(key.id())
        .copy();
  }

  static byte[] identity(long position) {
    return new ByteWriter(8).put8(position).copy();
  }

  /// Sets the first three parameters.
  static void bind(PreparedStatement statement, LedgerKey key) throws SQLException {
    statement.setString(1, key.tenant());
    statement.setString(2, key.kind());
    statement.setString(3, key.id());
  }

  private void write(Facts.Recorded recorded, Map<LedgerKey, LatestChange> latest)
      throws SQLException {
    Fact fact = recorded.fact();
    addFact.setLong(1, recorded.position());
    addFact.setString(2, fact.key().tenant());
    addFact.setString(3, fact.key().kind());
    addFact.setString(4, fact.key().id());
    addFact.setInt(5, fact.attempt());
    addFact.setString(6, fact.type());
    addFact.setLong(7, fact.at().toEpochMilli());
    addFact.setBytes(8, FACT.close(identity(recorded.position()), bytes(recorded)));
    addFact.executeUpdate();
    if (recorded.applied()) {
      latest.merge(fact.key(), new LatestChange(recorded, 1), LatestChange::then);
    }
  }

  private void setLatest(Map<LedgerKey, LatestChange> latest) throws SQLException {
    for (Map.Entry<LedgerKey, LatestChange> entry : latest.entrySet()) {
      LatestChange change = entry.getValue();
      long version = version(entry.getKey()) + change.changes();
      bind(setLatest, entry.getKey());
      setLatest.setLong(4, change.last().position());
      setLatest.setLong(5, version);
      setLatest.setBytes(6, LATEST.close(identity(entry.getKey(), version), bytes(change.last())));
      setLatest.executeUpdate();
    }
    latest.clear();
  }

  private static byte[] bytes(Facts.Recorded recorded) {
    ByteWriter body = new ByteWriter(128);
    recorded.write(body);
    return body.copy();
  }

  private long version(LedgerKey key) throws SQLException {
    bind(findLatest, key);
    try (ResultSet rows = findLatest.executeQuery()) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  private void delete(Facts.Deleted deleted) throws SQLException {
    for (PreparedStatement delete : List.of(deleteFacts, deleteLatest)) {
      bind(delete, deleted.key());
      delete.setLong(4, deleted.upTo());
      delete.executeUpdate();
    }
  }
}
