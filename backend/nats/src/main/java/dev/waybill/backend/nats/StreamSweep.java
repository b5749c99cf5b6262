package dev.waybill.backend.nats;

import dev.waybill.WaybillException;
import io.nats.client.Message;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks through the values of a bucket in steps, again and again, for those that nobody else
/// removes.
final class StreamSweep {

  static final Duration EVERY = Duration.ofMinutes(1);

  private static final int AT_ONCE = 1_000;
  private static final int STEPS_AT_ONCE = 50;
  private static final Logger LOG = System.getLogger(StreamSweep.class.getName());

  /// Handles some values; returns how many of them are to be removed.
  @FunctionalInterface
  interface Broom {
    int sweep(List<Message> values, Instant now);
  }

  private final String what;
  private final String subjects;
  private final StreamScan scan;
  private final Broom broom;
  private @Nullable Instant next;
  private long position;

  /// @param what is removed, in messages
  StreamSweep(NatsLink link, String bucket, String what, Broom broom) {
    this.what = what;
    this.subjects = JobSubjects.everyKeyOf(bucket);
    this.scan = new StreamScan(link, JobSubjects.streamOf(bucket));
    this.broom = broom;
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
        LOG.log(Level.WARNING, "cannot delete " + what + "; will retry", failed);
      }
    }
  }

  /// Makes more steps as long as most of the values are to be removed.
  private void sweep(Instant now) {
    boolean more = true;
    for (int steps = 0; more && steps < STEPS_AT_ONCE; steps++) {
      List<Message> found = scan.read(subjects, position, AT_ONCE);
      int removed = broom.sweep(found, now);
      boolean isEnd = found.size() < AT_ONCE;
      position = isEnd ? 0 : found.getLast().metaData().streamSequence();
      more = !isEnd && removed > AT_ONCE / 2;
    }
  }
}
