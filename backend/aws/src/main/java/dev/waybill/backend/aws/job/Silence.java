package dev.waybill.backend.aws.job;

import dev.waybill.backend.support.Watches;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// The queues that have nothing to lease until something is heard of them: by a message, or by a
/// change on this server. Calls that wait do not ask the table in the meantime.
final class Silence {

  /// The longest silence. A message that was lost is sent again after this time.
  private static final Duration LONGEST = JobItem.RESENT_AFTER;

  /// The silence of a queue whose messages cannot be received, or of which something was heard: the
  /// index may not have it yet, and another call may have taken it.
  private static final Duration SHORT = Duration.ofSeconds(1);

  private static final Duration HEARD_FOR = Duration.ofSeconds(10);

  /// @param due when the next job is due, by the clock of the store
  /// @param end by `System.nanoTime`
  private record Until(Instant due, long end) {}

  /// @param at the last time, by `System.nanoTime`
  private record Heard(long times, long at) {

    private boolean isRecent() {
      return times > 0 && System.nanoTime() - at < HEARD_FOR.toNanos();
    }

    private Heard again() {
      return new Heard(times + 1, System.nanoTime());
    }
  }

  private static final Heard NEVER = new Heard(0, 0);

  private final Watches<QueueKey> watches = new Watches<>();
  private final Map<QueueKey, Until> silent = new HashMap<>();
  private final Map<QueueKey, Heard> heard = new HashMap<>();

  Watches<QueueKey>.Watch watch(QueueKey queue) {
    return watches.watch(queue);
  }

  /// How often something was heard of the queue. Read it before the table.
  synchronized long heard(QueueKey queue) {
    return lastOf(queue).times();
  }

  private Heard lastOf(QueueKey queue) {
    return heard.getOrDefault(queue, NEVER);
  }

  /// Nothing can be leased until a time, unless something was heard in the meantime.
  ///
  /// @param before the value of [#heard] before the table was read
  /// @param hears whether messages of the queue are received
  synchronized void keep(QueueKey queue, long before, Instant now, Instant due, boolean hears) {
    if (heard(queue) == before) {
      Duration longest = hears && !lastOf(queue).isRecent() ? LONGEST : SHORT;
      Duration left = Duration.between(now, due);
      Duration most = left.compareTo(longest) < 0 ? left : longest;
      silent.put(queue, new Until(due, System.nanoTime() + Math.max(0, most.toNanos())));
    }
  }

  /// Nanoseconds until the silence ends; 0 if there is none.
  synchronized long left(QueueKey queue, Instant now) {
    Until until = silent.get(queue);
    if (until == null || !until.due().isAfter(now)) {
      return 0;
    }
    return Math.max(0, until.end() - System.nanoTime());
  }

  /// Something may be ready: wakes the calls that wait.
  void end(QueueKey queue) {
    synchronized (this) {
      heard.put(queue, lastOf(queue).again());
      silent.remove(queue);
    }
    watches.tell(queue);
  }

  /// Ends every wait.
  void endAll() {
    watches.tellEveryone();
  }
}
