package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.REQUESTS;

import dev.waybill.backend.nats.SubjectWrites.Purge;
import dev.waybill.backend.support.RecordJobStore;
import dev.waybill.settings.Retention;
import dev.waybill.spi.JobKey;
import io.nats.client.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Deletes request IDs that have expired, and old ones whose job was never created.
final class RequestSweep {

  private final RecordJobStore records;
  private final SubjectWrites wire;
  private final StreamSweep sweep;
  private volatile Duration longest = Duration.ZERO;

  RequestSweep(NatsLink link, SubjectWrites wire, RecordJobStore records) {
    this.records = records;
    this.wire = wire;
    this.sweep = new StreamSweep(link, REQUESTS, "expired request IDs", this::sweep);
  }

  void sweepFromTimeToTime(Retention retention, Instant now) {
    longest =
        Stream.of(
                retention.completed(),
                retention.failed(),
                retention.cancelled(),
                retention.dead(),
                retention.requestIds())
            .reduce(Duration.ZERO, (a, b) -> a.compareTo(b) < 0 ? b : a);
    sweep.sweepFromTimeToTime(now);
  }

  private int sweep(List<Message> entries, Instant now) {
    List<Message> over = new ArrayList<>();
    Map<JobKey, Message> old = new HashMap<>();
    for (Message entry : entries) {
      if (RecordJobStore.hasExpired(JobStream.held(entry), now)) {
        over.add(entry);
      } else {
        RecordJobStore.jobOfOldRequest(JobStream.held(entry), now.minus(longest))
            .flatMap(id -> JobSubjects.tenantOf(entry.getSubject()).map(t -> new JobKey(t, id)))
            .ifPresent(job -> old.put(job, entry));
      }
    }
    old.keySet().retainAll(records.missing(old.keySet()));
    over.addAll(old.values());
    wire.purgeAll(over.stream().map(RequestSweep::purge).toList());
    return over.size();
  }

  private static Purge purge(Message entry) {
    return new Purge(
        JobSubjects.streamOf(REQUESTS), entry.getSubject(), entry.metaData().streamSequence());
  }
}
