package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.QueueStats;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.settings.QueueSettings;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.QueueKey;
import java.util.HashMap;
import java.util.Map;

/// Checks the `max_waiting` of queues for the jobs of one call. The store is asked once per queue:
/// concurrent calls do not see each other's jobs.
final class QueueRoom {

  private final JobStore jobs;
  private final Map<QueueKey, Long> waiting = new HashMap<>();

  QueueRoom(JobStore jobs) {
    this.jobs = jobs;
  }

  /// Counts one more job; refuses it if the queue is full.
  void take(QueueKey queue, QueueSettings settings) {
    Integer most = settings.maxWaiting();
    if (most == null) {
      return;
    }
    if (waiting.computeIfAbsent(queue, this::count) >= most) {
      throw new WaybillException(
          Code.STORE_FULL,
          "queue "
              + Text.quote(queue.queue())
              + " is full: at most "
              + most
              + " jobs may wait in it");
    }
    waiting.merge(queue, 1L, Long::sum);
  }

  private long count(QueueKey queue) {
    QueueStats stats = jobs.stats(queue);
    return stats.waiting() + stats.scheduled();
  }
}
