package dev.waybill.backend.support;

import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import dev.waybill.bytes.JobBytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// Encodes a batch of events.
final class EventCodec {

  /// The maximum size of one batch, unless the store accepts less.
  static final long CHUNK_BYTES = 512 * 1024;

  private static final int FORMAT = 2;

  private EventCodec() {}

  /// @param most bytes of one batch; an event that exceeds it is alone in its batch
  static List<List<NewEvent>> chunks(List<NewEvent> events, long most) {
    List<List<NewEvent>> chunks = new ArrayList<>();
    List<NewEvent> chunk = new ArrayList<>();
    long weight = 0;
    for (NewEvent event : events) {
      long heavy = 600 + event.data().size();
      if (weight + heavy > most && !chunk.isEmpty()) {
        chunks.add(chunk);
        chunk = new ArrayList<>();
        weight = 0;
      }
      chunk.add(event);
      weight += heavy;
    }
    chunks.add(chunk);
    return chunks;
  }

  /// A stamp makes the bytes of two writers different.
  static byte[] write(int attempt, List<NewEvent> events, Instant now) {
    ByteWriter out = new ByteWriter(256);
    out.put1(FORMAT).put8(ThreadLocalRandom.current().nextLong());
    out.putSmall(attempt).putSmall(events.size());
    for (NewEvent event : events) {
      Instant at = event.at() == null ? now : event.at();
      out.put8(event.sequence()).putText(event.type()).put8(at.toEpochMilli());
      JobBytes.writePayload(out, event.data());
    }
    return out.copy();
  }

  static List<JobEvent> read(JobId job, byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    RecordCodec.requireFormat("an event", in.get1(), FORMAT);
    in.get8();
    int attempt = in.getSmallInt();
    List<JobEvent> events = new ArrayList<>();
    for (int left = in.getSmallInt(); left > 0; left--) {
      long sequence = in.get8();
      String type = in.getText();
      Instant at = Instant.ofEpochMilli(in.get8());
      events.add(new JobEvent(job, attempt, sequence, type, at, JobBytes.readPayload(in)));
    }
    return events;
  }
}
