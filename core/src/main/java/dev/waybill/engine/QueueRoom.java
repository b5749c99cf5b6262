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

/// Whether queues with a limit take the jobs of one call. The store is asked once per queue: calls
/// that come at the same moment do not see each other's jobs.
final class QueueRoom {

  private final JobStore jobs;
  private final Map<QueueKey, Long> waiting = new HashMap<>();

  QueueRoom(JobStore jobs) {
    this.jobs = jobs;
  }

  /// Takes a place; refuses where there is none.
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
              + " takes no more: at most "
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
