package dev.waybill.backend.embedded;

import dev.waybill.NewEvent;
import dev.waybill.spi.Fact;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Writes what is only ever added to the history: events of jobs, facts of the ledger.
final class HistoryStreams {

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
      Instant at = event.at();
      ByteWriter data = new ByteWriter(64);
      JobCodec.writePayload(data, event.data());
      addEvent.setBytes(1, key);
      addEvent.setInt(2, events.attempt());
      addEvent.setLong(3, event.sequence());
      addEvent.setString(4, event.type());
      addEvent.setLong(5, at == null ? events.at() : at.toEpochMilli());
      addEvent.setBytes(6, data.copy());
      addEvent.executeUpdate();
    }
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
    addFact.setBytes(6, bytes);
    boolean added = addFact.executeUpdate() > 0;
    if (added && recorded.applied()) {
      Long version = version(fact);
      setLatest.setString(1, fact.key().tenant());
      setLatest.setString(2, fact.key().name());
      setLatest.setLong(3, version == null ? 1 : version + 1);
      setLatest.setBytes(4, bytes);
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
