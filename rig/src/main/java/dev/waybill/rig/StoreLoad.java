package dev.waybill.rig;

import dev.waybill.QueueStats;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Load on a store: producers, operators, and workers that start and stop.
final class StoreLoad implements AutoCloseable {

  private static final int PRODUCERS = 6;
  private static final int WORKERS = 2;

  /// Producers wait while this many jobs are unfinished.
  private static final long MOST_WAITING = 400;

  private static final Duration LONGEST_DRAIN = Duration.ofSeconds(90);

  private final Waybill waybill;
  private final Handlers handlers;
  private final LoadClients callers;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  StoreLoad(Waybill waybill, LoadPlan plan, Recorder recorder) {
    this.waybill = waybill;
    this.handlers =
        new Handlers(new RecordedSource(FailsOnShutdown.where(plan.bug(), waybill), recorder));
    this.callers = new LoadClients(waybill, recorder, plan.life());
  }

  /// Repeats the unanswered requests of earlier processes, then starts the load.
  void start(long seed, List<String> unheard) {
    SplittableRandom random = new SplittableRandom(seed);
    unheard.forEach(request -> callers.enqueueAll(List.of(request)));
    for (int i = 0; i < PRODUCERS; i++) {
      run("producer", random.split(), this::produce);
    }
    run("changer", random.split(), this::change);
    for (int i = 0; i < WORKERS; i++) {
      run("workers", random.split(), this::comeAndGo);
    }
  }

  /// Finishes all jobs; returns false if some are left after a long time.
  boolean drain() throws InterruptedException {
    long end = System.nanoTime() + LONGEST_DRAIN.toNanos();
    try (Worker worker = handlers.start("drain")) {
      while (unfinished() > 0 && System.nanoTime() < end) {
        Handlers.rest(20);
      }
      worker.close(Duration.ofSeconds(5));
    }
    return unfinished() == 0;
  }

  private long unfinished() {
    return waybill.stats().stream().mapToLong(StoreLoad::unfinished).sum();
  }

  private static long unfinished(QueueStats queue) {
    return queue.waiting() + queue.running() + queue.scheduled();
  }

  private interface Part {
    void run(SplittableRandom random) throws InterruptedException;
  }

  private void run(String name, SplittableRandom random, Part part) {
    threads.add(Thread.ofPlatform().daemon().name(name).start(() -> repeat(random, part)));
  }

  private void repeat(SplittableRandom random, Part part) {
    while (!stopped) {
      try {
        part.run(random);
      } catch (WaybillException refused) {
        // It is in the history.
      } catch (InterruptedException end) {
        return;
      }
    }
  }

  private void produce(SplittableRandom random) throws InterruptedException {
    if (unfinished() > MOST_WAITING) {
      Handlers.rest(5);
    } else {
      callers.produce(random);
    }
  }

  private void change(SplittableRandom random) throws InterruptedException {
    Handlers.rest(random.nextInt(1, 8));
    callers.change(random);
  }

  private void comeAndGo(SplittableRandom random) throws InterruptedException {
    try (Worker worker = handlers.start("worker")) {
      Handlers.rest(random.nextInt(50, 400));
      worker.close(Duration.ofMillis(random.nextInt(10)));
    }
  }

  @Override
  public void close() {
    stopped = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }
}
