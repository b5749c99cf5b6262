package dev.waybill.worker;

import dev.waybill.Job;
import dev.waybill.Outcome;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/// Gives jobs back whose type a worker has no handler for, so that another worker can have them.
/// That uses up no attempt. Each time it waits longer, so that such jobs do not keep the queue
/// busy, and at most once a minute there is a warning.
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
        "worker {0} has no handler for jobs of type {1} in queue {2}; it knows {3}. It gives them"
            + " back without using up an attempt; job {4} can be leased again in {5} s."
            + " Jobs given back so far without a warning: {6}",
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
