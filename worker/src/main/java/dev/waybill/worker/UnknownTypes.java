package dev.waybill.worker;

import dev.waybill.Job;
import dev.waybill.Outcome;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/// Releases jobs that have no handler in this worker, so that another worker can run them. This
/// uses up no attempt. The delay grows each time, so that such jobs do not occupy the queue. A
/// warning is logged at most once a minute.
final class UnknownTypes {

  private static final System.Logger LOG = System.getLogger(UnknownTypes.class.getName());
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final int ENOUGH_DOUBLINGS = 10;
  private static final Duration WARN_EVERY = Duration.ofMinutes(1);

  private final String worker;
  private final Set<String> known;
  private long unwarned;
  private boolean warned;
  private long warnedAt;

  UnknownTypes(String worker, Set<String> known) {
    this.worker = worker;
    this.known = new TreeSet<>(known);
  }

  Outcome comeBackLater(Job job) {
    Duration delay = delay(job);
    warn(job, delay);
    return new Outcome.Snooze(delay);
  }

  /// Doubles with every attempt that was neither an error nor a crash.
  static Duration delay(Job job) {
    int uncounted = job.attempt() - job.progress().errors() - job.progress().crashes();
    Duration delay = FIRST.multipliedBy(1L << Math.clamp(uncounted - 1L, 0, ENOUGH_DOUBLINGS));
    return delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
  }

  private synchronized void warn(Job job, Duration delay) {
    unwarned++;
    long now = System.nanoTime();
    if (warned && now - warnedAt < WARN_EVERY.toNanos()) {
      return;
    }
    LOG.log(
        Level.WARNING,
        "worker {0} has no handler for jobs of type {1} in queue {2}; its types are {3}. It"
            + " releases them without using up an attempt; job {4} is available again in {5} s."
            + " Jobs released since the last warning: {6}",
        worker,
        job.type(),
        job.queue(),
        known,
        job.id(),
        delay.toSeconds(),
        unwarned - 1);
    warned = true;
    warnedAt = now;
    unwarned = 0;
  }
}
