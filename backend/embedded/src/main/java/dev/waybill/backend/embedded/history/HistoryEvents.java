package dev.waybill.backend.embedded.history;

import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.backend.embedded.live.Facts;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;

/// Writes events of jobs to the history.
final class HistoryEvents {

  static final RowChecksum EVENT = new RowChecksum("event");

  private final PreparedStatement addEvent;

  HistoryEvents(Connection connection) throws SQLException {
    addEvent =
        connection.prepareStatement(
            "insert or ignore into events(job, attempt, sequence, type, at, data)"
                + " values(?, ?, ?, ?, ?, ?)");
  }

  void write(Facts.Events events) throws SQLException {
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
}
