package dev.waybill.rig.sim;

import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.rig.sim.bug.SimBug;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/// Runs seeds on all cores; each seed runs in one thread.
public final class Simulator {

  /// The result up to the end or the first failure.
  ///
  /// @param failure the last actions before the failure, and how to replay it
  public record Report(long seeds, long steps, long jobs, long workers, Optional<String> failure) {}

  private final SimBug bug;
  private final AtomicLong next;
  private final long end;
  private final AtomicLong seeds = new AtomicLong();
  private final AtomicLong steps = new AtomicLong();
  private final AtomicLong jobs = new AtomicLong();
  private final AtomicLong workers = new AtomicLong();
  private final AtomicLong failed = new AtomicLong(Long.MAX_VALUE);
  private final AtomicBoolean broken = new AtomicBoolean();

  Simulator(SimBug bug, long first, long count) {
    this.bug = bug;
    next = new AtomicLong(first);
    end = first + count;
  }

  /// Runs `count` seeds starting at `first`, or as many as time allows.
  public static Report run(long first, long count, BooleanSupplier hasTime) {
    return new Simulator(SimBug.NONE, first, count).run(hasTime);
  }

  Report run(BooleanSupplier hasTime) {
    int cores = Runtime.getRuntime().availableProcessors();
    List<Thread> threads =
        IntStream.range(0, cores)
            .mapToObj(i -> Thread.ofPlatform().name("simulator-" + i).start(() -> work(hasTime)))
            .toList();
    threads.forEach(Simulator::await);
    Optional<String> failure =
        broken.get() ? Optional.of(describe(failed.get(), bug)) : Optional.empty();
    return new Report(seeds.get(), steps.get(), jobs.get(), workers.get(), failure);
  }

  private void work(BooleanSupplier hasTime) {
    while (!broken.get() && hasTime.getAsBoolean()) {
      long seed = next.getAndIncrement();
      if (seed >= end) {
        return;
      }
      runOne(seed);
    }
  }

  private void runOne(long seed) {
    try {
      SimRun.Result result = SimRun.run(seed, bug);
      seeds.incrementAndGet();
      steps.addAndGet(result.steps());
      jobs.addAndGet(result.jobs());
      workers.addAndGet(result.workers());
    } catch (RuntimeException | Error failure) {
      failed.accumulateAndGet(seed, Math::min);
      broken.set(true);
    }
  }

  /// Runs a failed seed again and records its actions as text.
  static String describe(long seed, SimBug bug) {
    SimRun again = new SimRun(seed, bug, ModelBackend::new, true);
    String what = "nothing: the seed does not fail again";
    try {
      again.run();
    } catch (RuntimeException | Error failure) {
      what = failure.toString();
    }
    return """
    seed %d breaks a promise at step %d: %s
    %s
    replay with: scripts/rig.sh simulate 1 %d
    or with the test: -Dtest=SimulatorTest -Dwaybill.sim.seed=%d\
    """
        .formatted(
            seed, again.log().steps(), what, String.join("\n", again.log().lines()), seed, seed);
  }

  private static void await(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while seeds run", interrupted);
    }
  }
}
