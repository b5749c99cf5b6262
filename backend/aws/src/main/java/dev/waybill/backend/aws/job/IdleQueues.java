package dev.waybill.backend.aws.job;

import dev.waybill.QueueStats;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The counts of queues without live jobs, which services ask for every second. They are kept for
/// some seconds, or until this server changes a job of the queue.
final class IdleQueues {

  private static final Duration KEPT = Duration.ofSeconds(5);

  /// @param at when they were read, by `System.nanoTime`
  private record Known(QueueStats stats, long at) {}

  private final Map<QueueKey, Known> idle = new HashMap<>();
  private final Map<QueueKey, Long> changes = new HashMap<>();

  QueueStats stats(QueueKey queue, Supplier<QueueStats> reading) {
    @Nullable QueueStats known = known(queue);
    if (known != null) {
      return known;
    }
    long before = changes(queue);
    long start = System.nanoTime();
    QueueStats read = reading.get();
    keep(queue, before, new Known(read, start));
    return read;
  }

  private synchronized @Nullable QueueStats known(QueueKey queue) {
    Known known = idle.get(queue);
    boolean isFresh = known != null && System.nanoTime() - known.at() < KEPT.toNanos();
    return known != null && isFresh ? known.stats() : null;
  }

  private synchronized long changes(QueueKey queue) {
    return changes.getOrDefault(queue, 0L);
  }

  private synchronized void keep(QueueKey queue, long before, Known known) {
    QueueStats stats = known.stats();
    boolean isIdle = stats.waiting() + stats.running() + stats.scheduled() == 0;
    if (isIdle && changes(queue) == before) {
      idle.put(queue, known);
    } else {
      idle.remove(queue);
    }
  }

  /// This server has changed a job of the queue, or the queue itself.
  synchronized void changed(QueueKey queue) {
    idle.remove(queue);
    changes.merge(queue, 1L, Long::sum);
  }
}
