package dev.waybill.backend.nats;

import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/// A batch of events as bytes.
final class EventCodec {

  /// What the events of one message may weigh; a broker takes a megabyte.
  private static final long CHUNK_BYTES = 512 * 1024;

  private static final int VERSION = 1;

  private EventCodec() {}

  static List<List<NewEvent>> chunks(List<NewEvent> events) {
    List<List<NewEvent>> chunks = new ArrayList<>();
    List<NewEvent> chunk = new ArrayList<>();
    long weight = 0;
    for (NewEvent event : events) {
      long heavy = 600 + event.data().size();
      if (weight + heavy > CHUNK_BYTES) {
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

  /// A stamp makes the bytes of two writers differ.
  static byte[] write(int attempt, List<NewEvent> events, Instant now) {
    ByteSink out = new ByteSink(256);
    out.raw(VERSION).number(ThreadLocalRandom.current().nextLong());
    out.small(attempt).small(events.size());
    for (NewEvent event : events) {
      Instant at = event.at();
      out.number(event.sequence()).text(event.type());
      out.time(at == null ? now : at).payload(event.data());
    }
    return out.toBytes();
  }

  static List<JobEvent> read(JobId job, byte[] bytes) {
    ByteSource in = new ByteSource(bytes);
    in.raw();
    in.number();
    int attempt = in.smallInt();
    List<JobEvent> events = new ArrayList<>();
    for (int left = in.smallInt(); left > 0; left--) {
      events.add(new JobEvent(job, attempt, in.number(), in.text(), in.time(), in.payload()));
    }
    return events;
  }
}
