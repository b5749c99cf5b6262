package dev.waybill.backend.aws.job;

import dev.waybill.backend.aws.job.IndexQuery.Index;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The queues that have or had jobs, and which of them are paused. Another server sees a pause
/// after a second.
final class QueueItems {

  private static final String PAUSED = "paused";
  private static final Duration FRESH = Duration.ofSeconds(1);

  /// @param at when it was read, by `System.nanoTime`
  private record Seen(boolean paused, long at) {}

  private final JobTable table;
  private final Map<QueueKey, Seen> seen = new ConcurrentHashMap<>();
  private final Map<QueueKey, Boolean> known = new ConcurrentHashMap<>();

  QueueItems(JobTable table) {
    this.table = table;
  }

  /// Lists the queue, once by each server.
  void enter(QueueKey queue) {
    if (!known.containsKey(queue)) {
      table.apply(update(queue));
      known.put(queue, true);
    }
  }

  void pause(QueueKey queue, boolean paused) {
    table.apply(update(queue).set(PAUSED, AttributeValue.fromBool(paused)));
    known.put(queue, true);
    seen.put(queue, new Seen(paused, System.nanoTime()));
  }

  private Update update(QueueKey queue) {
    return new Update(table.name(), Places.queueItem(queue))
        .set(JobPlan.PLACE, Values.text(Places.queuesOf(queue.tenant())))
        .set(JobPlan.AT, Values.number(0));
  }

  boolean isPaused(QueueKey queue) {
    Seen last = seen.get(queue);
    long now = System.nanoTime();
    if (last != null && now - last.at() < FRESH.toNanos()) {
      return last.paused();
    }
    Seen read = new Seen(readPaused(queue), now);
    seen.merge(queue, read, (old, fresh) -> old.at() - fresh.at() > 0 ? old : fresh);
    return read.paused();
  }

  boolean readPaused(QueueKey queue) {
    return table
        .get(Places.queueItem(queue))
        .map(item -> item.get(PAUSED))
        .map(AttributeValue::bool)
        .orElse(false);
  }

  List<QueueKey> of(String tenant) {
    return table.entries(IndexQuery.all(Index.PLACE, Places.queuesOf(tenant))).stream()
        .map(entry -> new QueueKey(tenant, Places.queueName(entry.id(), tenant)))
        .sorted(java.util.Comparator.comparing(QueueKey::queue))
        .toList();
  }
}
