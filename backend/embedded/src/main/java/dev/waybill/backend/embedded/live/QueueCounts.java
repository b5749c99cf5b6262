package dev.waybill.backend.embedded.live;

import dev.waybill.QueueStats;
import dev.waybill.QueueStats.Counts;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The counts of queues: live jobs from memory, dead jobs from the history.
public final class QueueCounts {

  private QueueCounts() {}

  /// What is known in memory.
  ///
  /// @param queues without dead jobs
  /// @param deadChangedAt the log position up to which the history has the number of dead jobs
  public record Live(List<QueueStats> queues, long deadChangedAt) {}

  public static Live of(Machine machine, QueueKey key) {
    LiveQueue queue = machine.state().knownQueue(key);
    return live(
        machine, List.of(queue == null ? QueueStats.unused(key.queue()) : of(machine, queue)));
  }

  public static Live ofTenant(Machine machine, String tenant) {
    return live(
        machine,
        machine.state().queues().stream()
            .filter(queue -> queue.key.tenant().equals(tenant))
            .map(queue -> of(machine, queue))
            .toList());
  }

  private static Live live(Machine machine, List<QueueStats> queues) {
    return new Live(queues, machine.state().deadChangedAt());
  }

  public static QueueStats withDead(QueueStats live, long dead) {
    Counts counts = new Counts(live.waiting(), live.running(), live.scheduled(), dead);
    return new QueueStats(live.queue(), live.paused(), counts, live.oldestWaitingAge());
  }

  public static List<QueueStats> join(
      String tenant, List<QueueStats> live, Map<QueueKey, Long> dead) {
    Map<String, QueueStats> byName =
        live.stream()
            .collect(
                Collectors.toMap(QueueStats::queue, stats -> stats, (a, _) -> a, TreeMap::new));
    dead.forEach((key, _) -> byName.computeIfAbsent(key.queue(), QueueStats::unused));
    return byName.values().stream()
        .map(stats -> withDead(stats, dead.getOrDefault(new QueueKey(tenant, stats.queue()), 0L)))
        .sorted(Comparator.comparing(QueueStats::queue))
        .toList();
  }

  private static QueueStats of(Machine machine, LiveQueue queue) {
    long now = machine.now();
    long oldest = queue.oldestReady();
    long expiredReady = expired(machine, queue, false);
    long expiredScheduled = expired(machine, queue, true);
    Counts counts =
        new Counts(
            queue.ready() + expiredReady, queue.running, queue.scheduled + expiredScheduled, 0);
    return new QueueStats(
        queue.key.queue(),
        queue.paused,
        counts,
        oldest == LiveJob.NEVER ? Duration.ZERO : Duration.ofMillis(Math.max(0, now - oldest)));
  }

  /// Waiting jobs that are past their deadline and not yet ended by maintenance.
  private static long expired(Machine machine, LiveQueue queue, boolean scheduled) {
    return machine.state().overdue(Integer.MAX_VALUE).stream()
        .filter(job -> job.queue == queue && job.running == null)
        .filter(job -> job.runAt > machine.now() == scheduled)
        .count();
  }
}
