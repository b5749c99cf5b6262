package dev.waybill.backend.embedded;

import dev.waybill.JobId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/// Wakes those who wait for news of one job. A signal is only a hint: whoever wakes reads again.
final class EventSignals {

  private final Map<JobId, CountDownLatch> waiting = new ConcurrentHashMap<>();

  /// A latch that opens with the next signal for this job. Ask for it before looking.
  CountDownLatch next(JobId job) {
    return waiting.computeIfAbsent(job, _ -> new CountDownLatch(1));
  }

  void signal(JobId job) {
    CountDownLatch latch = waiting.remove(job);
    if (latch != null) {
      latch.countDown();
    }
  }

  void signalAll() {
    waiting.keySet().forEach(this::signal);
  }
}
