package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.job.LaneQueues.Bell;
import dev.waybill.backend.aws.job.LaneQueues.Lane;
import dev.waybill.backend.aws.job.LaneQueues.Whole;
import dev.waybill.record.StoredJob;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Sends a message for each job that waits, in the background and in full batches where it can: one
/// thread per lane sends what has come together while it sent the last batch.
///
/// A message that is not sent, because SQS fails, too many wait or this server ends, is sent by
/// [Sweeper].
final class Outbox {

  private static final System.Logger LOG = System.getLogger(Outbox.class.getName());

  /// Messages that wait for one lane.
  private static final int MOST = 10_000;

  private final LaneQueues queues;
  private final Map<Lane, Deque<Bell>> pending = new HashMap<>();
  private final Set<Lane> sending = new HashSet<>();
  private final Set<Lane> failing = ConcurrentHashMap.newKeySet();
  private volatile boolean held;

  Outbox(LaneQueues queues) {
    this.queues = queues;
  }

  /// Sends messages for waiting jobs, except for those that are due too late for a message.
  synchronized void ring(List<StoredJob> jobs, Instant now) {
    Set<Lane> idle = new HashSet<>();
    for (StoredJob job : jobs) {
      Instant ready = Instant.ofEpochMilli(job.position().ready());
      if (JobItem.isSentAtOnce(ready, now) && !held) {
        Bell bell = bell(job, ready.isAfter(now) ? Duration.between(now, ready) : Duration.ZERO);
        Lane lane = new Lane(job.queue(), JobItem.lane(job));
        Deque<Bell> bells = pending.computeIfAbsent(lane, _ -> new ArrayDeque<>());
        if (bells.size() < MOST) {
          bells.add(bell);
        }
        idle.add(lane);
      }
    }
    idle.stream()
        .filter(sending::add)
        .forEach(lane -> Thread.ofVirtual().name("waybill-outbox").start(() -> sendAll(lane)));
  }

  private static Bell bell(StoredJob job, Duration delay) {
    Whole whole =
        BellJson.whole(job)
            .map(body -> new Whole(body, BellJson.attributes(job.draft().job())))
            .orElse(null);
    return new Bell(job.key().id().toString(), job.progress().attempt(), delay, whole);
  }

  /// Sends nothing from now on, as if the server had been killed. For tests.
  void hold() {
    held = true;
  }

  boolean isHeld() {
    return held;
  }

  private void sendAll(Lane lane) {
    for (List<Bell> some = take(lane); !some.isEmpty(); some = take(lane)) {
      try {
        queues.send(lane, some);
        failing.remove(lane);
      } catch (RuntimeException failed) {
        LOG.log(
            failing.add(lane) ? Level.WARNING : Level.DEBUG,
            "messages of " + lane.queue().queue() + " are sent later",
            failed);
      }
    }
  }

  private synchronized List<Bell> take(Lane lane) {
    Deque<Bell> bells = pending.getOrDefault(lane, new ArrayDeque<>());
    List<Bell> some = new ArrayList<>();
    while (!held && some.size() < LaneQueues.AT_ONCE && !bells.isEmpty()) {
      some.add(bells.remove());
    }
    if (some.isEmpty()) {
      pending.remove(lane);
      sending.remove(lane);
      notifyAll();
    }
    return some;
  }

  /// Waits until everything is sent, but not for long.
  synchronized void flush(Duration atMost) {
    long end = System.nanoTime() + atMost.toNanos();
    try {
      for (long left = atMost.toMillis(); !sending.isEmpty() && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
