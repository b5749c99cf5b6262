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

  /// @param due when the next job is due, by the clock of the store
  /// @param end by `System.nanoTime`
  private record Until(Instant due, long end) {}

  private final Watches<QueueKey> watches = new Watches<>();
  private final Map<QueueKey, Until> silent = new HashMap<>();
  private final Map<QueueKey, Long> heard = new HashMap<>();

  Watches<QueueKey>.Watch watch(QueueKey queue) {
    return watches.watch(queue);
  }

  /// How often something was heard of the queue. Read it before the table.
  synchronized long heard(QueueKey queue) {
    return heard.getOrDefault(queue, 0L);
  }

  /// Nothing can be leased until a time, unless something was heard in the meantime.
  ///
  /// @param before the value of [#heard] before the table was read
  synchronized void keep(QueueKey queue, long before, Instant now, Instant due) {
    if (heard(queue) == before) {
      Duration left = Duration.between(now, due);
      Duration most = left.compareTo(LONGEST) < 0 ? left : LONGEST;
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
      heard.merge(queue, 1L, Long::sum);
      silent.remove(queue);
    }
    watches.tell(queue);
  }

  /// Ends every wait.
  void endAll() {
    watches.tellEveryone();
  }
}
