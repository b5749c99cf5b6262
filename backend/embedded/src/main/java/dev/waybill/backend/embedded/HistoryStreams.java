package dev.waybill.backend.embedded;

import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Writes what is only ever added to the history: events of jobs, facts of the ledger.
final class HistoryStreams {

  static final Seal EVENT = new Seal("event");
  static final Seal FACT = new Seal("fact");
  static final Seal LATEST = new Seal("latest");

  private final PreparedStatement addEvent;
  private final PreparedStatement addFact;
  private final PreparedStatement findLatest;
  private final PreparedStatement setLatest;

  HistoryStreams(Connection connection) throws SQLException {
    addEvent =
        connection.prepareStatement(
            "insert or ignore into events(job, attempt, sequence, type, at, data)"
                + " values(?, ?, ?, ?, ?, ?)");
    addFact =
        connection.prepareStatement(
            "insert or ignore into facts(n, tenant, key, attempt, type, body)"
                + " values(?, ?, ?, ?, ?, ?)");
    findLatest =
        connection.prepareStatement("select version from latest where tenant = ? and key = ?");
    setLatest =
        connection.prepareStatement(
            "insert or replace into latest(tenant, key, version, body) values(?, ?, ?, ?)");
  }

  void write(PendingFacts run) throws SQLException {
    for (Facts.Events events : run.events()) {
      write(events);
    }
    for (Facts.Recorded fact : run.facts()) {
      write(fact);
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

  /// What an event is sealed with besides its data.
  static byte[] identity(JobId job, int attempt, long sequence, String type, long at) {
    ByteWriter out = new ByteWriter(64);
    JobBytes.writeId(out, job);
    return out.put4(attempt).put8(sequence).put8(at).putText(type).copy();
  }

  /// What the latest state of a key is sealed with besides its fact.
  static byte[] identity(LedgerKey key, long version) {
    return new ByteWriter(64).put8(version).putText(key.tenant()).putText(key.name()).copy();
  }

  static byte[] identity(long position) {
    return new ByteWriter(8).put8(position).copy();
  }

  private void write(Facts.Recorded recorded) throws SQLException {
    Fact fact = recorded.fact();
    ByteWriter body = new ByteWriter(128);
    recorded.write(body);
    byte[] bytes = body.copy();
    addFact.setLong(1, recorded.position());
    addFact.setString(2, fact.key().tenant());
    addFact.setString(3, fact.key().name());
    addFact.setInt(4, fact.attempt());
    addFact.setString(5, fact.type());
    addFact.setBytes(6, FACT.close(identity(recorded.position()), bytes));
    boolean added = addFact.executeUpdate() > 0;
    if (added && recorded.applied()) {
      Long before = version(fact);
      long version = before == null ? 1 : before + 1;
      setLatest.setString(1, fact.key().tenant());
      setLatest.setString(2, fact.key().name());
      setLatest.setLong(3, version);
      setLatest.setBytes(4, LATEST.close(identity(fact.key(), version), bytes));
      setLatest.executeUpdate();
    }
  }

  private @Nullable Long version(Fact fact) throws SQLException {
    findLatest.setString(1, fact.key().tenant());
    findLatest.setString(2, fact.key().name());
    try (ResultSet rows = findLatest.executeQuery()) {
      return rows.next() ? rows.getLong(1) : null;
    }
  }
}
