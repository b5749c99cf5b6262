package dev.waybill.backend.nats;

import static dev.waybill.backend.nats.JobSubjects.REQUESTS;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.backend.nats.SubjectWrites.Purge;
import dev.waybill.backend.support.GuardedTable.Held;
import dev.waybill.backend.support.RecordJobStore;
import io.nats.client.Message;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Deletes expired request IDs of pruned jobs in steps.
final class RequestSweep {

  static final Duration EVERY = Duration.ofMinutes(1);

  private static final int AT_ONCE = 1_000;
  private static final Logger LOG = System.getLogger(RequestSweep.class.getName());
  private static final String STREAM = JobSubjects.streamOf(REQUESTS);

  private final SubjectWrites wire;
  private final StreamScan scan;
  private @Nullable Instant next;
  private long position;

  RequestSweep(SubjectWrites wire, NatsLink link) {
    this.wire = wire;
    this.scan = new StreamScan(link, STREAM);
  }

  /// Continues after the last step if it is time to; starts again at the end of the bucket. A
  /// failure is logged, and the next call tries again.
  synchronized void sweepFromTimeToTime(Instant now) {
    if (next == null) {
      next = now.plus(EVERY);
    }
    if (!now.isBefore(next)) {
      next = now.plus(EVERY);
      try {
        sweep(now);
      } catch (WaybillException failed) {
        LOG.log(Level.WARNING, "cannot delete expired request IDs; will retry", failed);
      }
    }
  }

  private void sweep(Instant now) {
    List<Message> found = scan.read(JobSubjects.everyKeyOf(REQUESTS), position, AT_ONCE);
    List<Purge> purges = new ArrayList<>();
    for (Message message : found) {
      long revision = message.metaData().streamSequence();
      Held entry = new Held(revision, Payload.wrap(message.getData()));
      if (RecordJobStore.hasExpired(entry, now)) {
        purges.add(new Purge(STREAM, message.getSubject(), revision));
      }
      position = revision;
    }
    wire.purgeAll(purges);
    if (found.size() < AT_ONCE) {
      position = 0;
    }
  }
}
