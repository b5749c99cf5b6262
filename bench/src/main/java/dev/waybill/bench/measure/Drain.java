package dev.waybill.bench.measure;

import dev.waybill.bench.peer.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Fills a store and runs it empty.
public final class Drain {

  private static final int BULK = 1_000;
  private static final Duration LONGEST = Duration.ofMinutes(15);

  private Drain() {}

  public static void fill(Subject subject, int jobs) {
    inBulk(jobs, subject::enqueueAll);
    subject.awaitHistory();
  }

  public static void fillForOthers(Subject subject, int jobs) {
    inBulk(jobs, subject::enqueueForOthers);
    subject.awaitHistory();
  }

  /// The result of a drain.
  ///
  /// @param time from the start of the workers to the last handler call
  /// @param history the additional time until all but the last few jobs could be listed
  public record Drained(int jobs, Duration time, Optional<Duration> history) {

    public double rate() {
      return jobs * 1e9 / time.toNanos();
    }
  }

  /// Runs this many jobs; returns after all are settled.
  public static Drained run(Subject subject, int workers, int jobs) {
    CountDownLatch left = new CountDownLatch(jobs);
    long began = System.nanoTime();
    try (Subject.Work _ = subject.work(workers, _ -> left.countDown())) {
      await(left);
      Duration time = Duration.ofNanos(System.nanoTime() - began);
      return new Drained(jobs, time, subject.awaitHistory());
    }
  }

  public static void await(CountDownLatch left) {
    try {
      if (!left.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(left.getCount() + " jobs have not run in " + LONGEST);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", stopped);
    }
  }

  private static void inBulk(int jobs, Consumer<List<String>> enqueue) {
    for (int left = jobs; left > 0; left -= BULK) {
      enqueue.accept(Payloads.stamped(Math.min(left, BULK)));
    }
  }
}
