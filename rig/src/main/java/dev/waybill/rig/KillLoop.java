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

/// Puts load on one store in a process of its own, kills it at a random moment, checks what is
/// there, and begins again on the same folder. At the end everything is worked off and checked
/// once more.
///
/// The processes may be made to meet errors of the disk as well, before they are killed.
final class KillLoop {

  /// What came of it.
  ///
  /// @param failed processes whose store could not be opened, or stopped
  record Result(
      int kills,
      int checks,
      int failed,
      long jobs,
      long acknowledgements,
      List<String> violations) {}

  /// Long enough for a few hundred calls to the disk.
  private static final int FAULT_MILLIS = 1_500;

  /// A process dies no sooner than it has written so much history for each millisecond of its life,
  /// about one line. Only on a very slow machine does that take longer.
  private static final long BYTES_PER_MILLI = 100;

  private static final Duration LONG = Duration.ofMinutes(5);

  private final Path scratch;
  private final SplittableRandom random;
  private final Account account = new Account();
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

  /// @param faults what the disk does to the processes, one after the other; none after the last
  KillLoop(Path scratch, SeededBug bug, long seed, List<DiskFault> faults) throws IOException {
    this.faults = faults;
    this.scratch = scratch;
    this.random = new SplittableRandom(seed);
    Path histories = Files.createDirectories(scratch.resolve("histories"));
    this.plan = new LoadPlan(scratch.resolve("store"), histories, 0, random.nextLong(), bug, LONG);
  }

  /// Goes on until something is wrong or it has killed so often.
  Result run(int times) throws InterruptedException {
    while (kills < times && isGood()) {
      killOnce();
      // Every now and then the next process finds the folder as the kill left it.
      if (isGood() && (kills == times || random.nextInt(4) > 0)) {
        check();
      }
    }
    if (isGood()) {
      drain();
    }
    return new Result(kills, checks, failed, jobs, account.acknowledgements(), violations);
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

  /// A store that cannot be opened on such a disk is a good answer, too.
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
    account.addAll(Histories.read(plan.histories(), plan.life()));
    account.endLife();
    violations.addAll(account.contradictions());
    plan = plan.next(random.nextLong());
  }

  private void check() {
    checks++;
    try (Engine store = Stores.openQuietly(plan.store())) {
      StoreCheck check = new StoreCheck(store, account).jobs(account.takeTouched());
      violations.addAll(check.violations());
      check.listed().forEach(account::observed);
    }
  }

  private void drain() throws InterruptedException {
    try (Recorder recorder = new Recorder(plan.history());
        Engine store = Stores.open(plan.store(), SeededBug.NONE);
        Load load = new Load(store, plan, recorder)) {
      if (!load.drain()) {
        violations.add("the work was not done in time: " + store.stats());
      }
    }
    takeHistory();
    checks++;
    try (Engine store = Stores.openQuietly(plan.store())) {
      StoreCheck check = new StoreCheck(store, account);
      List<String> all = check.listed().stream().map(Job::id).map(Object::toString).toList();
      violations.addAll(check.jobs(all).allEnded().violations());
      jobs = all.size();
    }
  }
}
