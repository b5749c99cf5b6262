package dev.waybill.bench.postgres;

import dev.waybill.bench.measure.LatencyMeasure;
import dev.waybill.bench.measure.Payloads;
import dev.waybill.bench.peer.Subject;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// Enqueues a few jobs every 10 milliseconds while workers run them.
final class SteadyRun {

  private static final long PERIOD = 10_000_000;
  private static final int PER_SECOND = 100;

  private final int batch;
  private final int ticks;
  private final long nanos;
  private final long[] starts;
  private final long[] ages;
  private final AtomicInteger count = new AtomicInteger();

  SteadyRun(int rate, Duration time) {
    this.batch = rate / PER_SECOND;
    this.nanos = time.toNanos();
    this.ticks = (int) (nanos / PERIOD);
    this.starts = new long[batch * ticks];
    this.ages = new long[batch * ticks];
  }

  Racer.Steady of(Subject subject, int workers) {
    long began = System.nanoTime();
    try (Subject.Work _ = subject.work(workers, this::note)) {
      for (int i = 0; i < ticks && System.nanoTime() - began < nanos; i++) {
        awaitTime(began + i * PERIOD);
        subject.enqueueAll(Payloads.stamped(batch));
      }
      awaitTime(began + nanos);
      return secondHalf(began);
    }
  }

  private void note(String payload) {
    int i = count.getAndIncrement();
    if (i < ages.length) {
      ages[i] = Payloads.age(payload);
      starts[i] = System.nanoTime();
    }
  }

  private Racer.Steady secondHalf(long began) {
    long[] late = new long[ages.length];
    int found = 0;
    for (int i = 0; i < Math.min(count.get(), ages.length); i++) {
      long at = starts[i] - began;
      if (at >= nanos / 2 && at <= nanos) {
        late[found++] = ages[i];
      }
    }
    if (found == 0) {
      throw new IllegalStateException("no job was started in the second half");
    }
    long[] sorted = Arrays.copyOf(late, found);
    Arrays.sort(sorted);
    return new Racer.Steady(found * 2e9 / nanos, LatencyMeasure.percentile(sorted, 0.99) / 1e6);
  }

  private static void awaitTime(long due) {
    for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
      LockSupport.parkNanos(wait);
    }
  }
}
