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
final class KillLoop {

  /// What came of it.
  record Result(int kills, int checks, long jobs, long acknowledgements, List<String> violations) {}

  private static final Duration LONG = Duration.ofMinutes(5);

  private final Path scratch;
  private final SplittableRandom random;
  private final Account account = new Account();
  private final List<String> violations = new ArrayList<>();
  private LoadPlan plan;
  private int kills;
  private int checks;
  private long jobs;

  KillLoop(Path scratch, SeededBug bug, long seed) throws IOException {
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
    return new Result(kills, checks, jobs, account.acknowledgements(), violations);
  }

  private boolean isGood() {
    return violations.isEmpty();
  }

  private void killOnce() throws InterruptedException {
    ChildProcess child = ChildProcess.start(scratch, List.of(), plan);
    boolean atWork = child.letWork(Duration.ofMillis(random.nextInt(50, 800)));
    child.kill();
    kills++;
    if (!atWork) {
      violations.add("the load ended by itself");
    }
    takeHistory();
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
