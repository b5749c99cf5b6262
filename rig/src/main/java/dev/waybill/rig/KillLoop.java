package dev.waybill.rig;

import dev.waybill.Job;
import dev.waybill.engine.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Runs load on a store in another process, kills it at a random moment, checks the store, and
/// starts again on the same directory. At the end, all jobs are finished and checked once more.
///
/// The processes may also get disk errors before they are killed.
final class KillLoop {

  /// The result of a run.
  ///
  /// @param failed processes that could not open the store or stopped
  record Result(
      int kills,
      int checks,
      int failed,
      long jobs,
      long acknowledgements,
      List<String> violations) {}

  /// Long enough for a few hundred disk calls.
  private static final int FAULT_MILLIS = 1_500;

  /// The minimum history before a kill, in bytes per millisecond of lifetime: about one line. Takes
  /// longer only on a very slow machine.
  private static final long BYTES_PER_MILLI = 100;

  private static final Duration LONG = Duration.ofMinutes(5);

  private final Path scratch;
  private final SplittableRandom random;
  private final ExpectedState expected = new ExpectedState();
  private final List<String> violations = new ArrayList<>();
  private LoadPlan plan;
  private final List<DiskFault> faults;
  private int kills;
  private int checks;
  private int failed;
  private long jobs;

  KillLoop(Path scratch, SeededBug bug, long seed) throws IOException {
    this(scratch, bug, seed, List.of());
  }

  /// @param faults disk faults, one per process; none after the last
  KillLoop(Path scratch, SeededBug bug, long seed, List<DiskFault> faults) throws IOException {
    this.faults = faults;
    this.scratch = scratch;
    this.random = new SplittableRandom(seed);
    Path histories = Files.createDirectories(scratch.resolve("histories"));
    this.plan = new LoadPlan(scratch.resolve("store"), histories, 0, random.nextLong(), bug, LONG);
  }

  /// Runs until a check fails or this many kills are done.
  Result run(int times) throws InterruptedException {
    while (kills < times && isGood()) {
      killOnce();
      // Sometimes the next process opens the directory without a check in between.
      if (isGood() && (kills == times || random.nextInt(4) > 0)) {
        check();
      }
    }
    if (isGood()) {
      drain();
    }
    return new Result(kills, checks, failed, jobs, expected.acknowledgements(), violations);
  }

  private boolean isGood() {
    return violations.isEmpty();
  }

  private void killOnce() throws InterruptedException {
    boolean atWork =
        kills < faults.size() ? failOnce(faults.get(kills)) : workAndDie(random.nextInt(50, 800));
    kills++;
    if (!atWork) {
      violations.add("the load ended by itself");
    }
    takeHistory();
  }

  private boolean workAndDie(int millis) throws InterruptedException {
    ChildProcess child = ChildProcess.start(scratch, List.of(), plan);
    boolean atWork =
        child.letWork(Duration.ofMillis(millis), plan.history(), BYTES_PER_MILLI * millis);
    child.kill();
    return atWork;
  }

  /// A store that refuses to open on a faulty disk is a valid result.
  private boolean failOnce(DiskFault fault) throws InterruptedException {
    try {
      ChildProcess child = ChildProcess.start(scratch, fault.tracer(), plan);
      boolean atWork = child.letWork(Duration.ofMillis(FAULT_MILLIS));
      child.kill();
      return atWork;
    } catch (ChildProcess.NotStarted refused) {
      return refused.isRefusal();
    } finally {
      failed += ChildProcess.hasComplained(scratch) ? 1 : 0;
    }
  }

  private void takeHistory() {
    expected.addAll(Histories.read(plan.histories(), plan.life()));
    expected.endLife();
    violations.addAll(expected.contradictions());
    plan = plan.next(random.nextLong());
  }

  private void check() {
    checks++;
    try (Engine store = RigStores.openQuietly(plan.store())) {
      StoreCheck check = new StoreCheck(store, expected).jobs(expected.takeTouched());
      violations.addAll(check.violations());
      check.listed().forEach(expected::observed);
    }
  }

  private void drain() throws InterruptedException {
    try (Recorder recorder = new Recorder(plan.history());
        Engine store = RigStores.open(plan.store(), SeededBug.NONE);
        StoreLoad load = new StoreLoad(store, plan, recorder)) {
      if (!load.drain()) {
        violations.add("the work was not done in time: " + store.stats());
      }
    }
    takeHistory();
    checks++;
    try (Engine store = RigStores.openQuietly(plan.store())) {
      StoreCheck check = new StoreCheck(store, expected);
      List<String> all = check.listed().stream().map(Job::id).map(Object::toString).toList();
      violations.addAll(check.jobs(all).allEnded().violations());
      jobs = all.size();
    }
  }
}
