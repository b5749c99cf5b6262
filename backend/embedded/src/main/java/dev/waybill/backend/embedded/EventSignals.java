package dev.waybill.backend.embedded;

import dev.waybill.JobId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// Wakes those who wait for news of one job. A signal is only a hint: whoever wakes reads again.
final class EventSignals {

  private final Map<JobId, Watch> watched = new ConcurrentHashMap<>();

  /// A latch and how many hold it: a job that nobody watches takes no memory.
  private record Watch(CountDownLatch latch, int readers) {}

  /// A latch that opens with the next signal for this job. Ask for it before looking, and [#leave]
  /// afterwards.
  CountDownLatch next(JobId job) {
    return watched
        .merge(
            job,
            new Watch(new CountDownLatch(1), 1),
            (known, _) -> new Watch(known.latch(), known.readers() + 1))
        .latch();
  }

  /// Whoever asked for this latch no longer waits for it.
  void leave(JobId job, CountDownLatch latch) {
    watched.computeIfPresent(
        job, (_, known) -> known.latch().equals(latch) ? without(known) : known);
  }

  private static @Nullable Watch without(Watch known) {
    return known.readers() == 1 ? null : new Watch(known.latch(), known.readers() - 1);
  }

  int size() {
    return watched.size();
  }

  void signal(JobId job) {
    Watch known = watched.remove(job);
    if (known != null) {
      known.latch().countDown();
    }
  }

  void signalAll() {
    watched.keySet().forEach(this::signal);
  }
}
