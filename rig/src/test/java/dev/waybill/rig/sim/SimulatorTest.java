package dev.waybill.rig.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import dev.waybill.rig.sim.bug.SimBug;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SimulatorTest {

  /// `scripts/rig.sh simulate` runs others.
  private static final long FIRST_SEED = 1;

  private static final long SEEDS = 10_000;
  private static final long SEEDS_PER_BUG = 300;

  /// `-Dwaybill.sim.seed=S` repeats one seed.
  @Test
  @Promise({
    "E1", "E2", "E3", "L1", "L2", "L3", "L4", "L5", "L6", "S1", "S2", "S3", "V1", "D1", "R1", "R2",
    "T1"
  })
  void seeds_with_faults_keep_every_promise_and_drain() {
    Long only = Long.getLong("waybill.sim.seed");
    long first = only == null ? FIRST_SEED : only;
    Simulator.Report report = Simulator.run(first, only == null ? SEEDS : 1, () -> true);
    System.out.printf(
        "simulated %,d seeds from %d on: %,d steps, %,d jobs, %,d workers%n",
        report.seeds(), first, report.steps(), report.jobs(), report.workers());
    assertThat(report.failure()).isEmpty();
    assertThat(report.seeds()).isPositive();
  }

  @Test
  void the_same_seed_repeats_exactly() {
    for (long seed = 1; seed <= 20; seed++) {
      SimRun.Result once = SimRun.run(seed, SimBug.NONE);
      assertThat(SimRun.run(seed, SimBug.NONE)).isEqualTo(once);
      assertThat(SimRun.run(seed + 1, SimBug.NONE).hash()).isNotEqualTo(once.hash());
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void a_seeded_bug_is_found_and_logged(SimBug bug) {
    Simulator.Report report = new Simulator(bug, 1, SEEDS_PER_BUG).run(() -> true);
    System.out.printf("%s: found after %d good seeds%n", bug, report.seeds());
    assertThat(report.failure())
        .hasValueSatisfying(
            log ->
                assertThat(log)
                    .containsPattern("seed \\d+ breaks a promise at step \\d+: .*" + sign(bug))
                    .contains("replay with: scripts/rig.sh simulate 1 "));
  }

  /// The promises that a bug may break.
  private static String sign(SimBug bug) {
    return switch (bug) {
      case NONE -> "";
      case GUARD_IGNORED, ATTEMPT_NOT_CHECKED -> "BrokenPromise: L2: ";
      case EXTENSION_IGNORED -> "BrokenPromise: (E1|L6): ";
      case CRASH_COUNTED_AS_ERROR, CANCEL_FORGOTTEN -> "BrokenPromise: E1: ";
      case CHECK_THEN_INSERT -> "BrokenPromise: E2: ";
      case ANSWER_BEFORE_COMMIT, PAYLOAD_DISCARDED -> "BrokenPromise: E1: ";
      case LEASED_TWICE -> "BrokenPromise: L1: ";
      case NOTHING_LAPSES -> "BrokenPromise: drain: ";
      case EVENT_READ_TWICE -> "BrokenPromise: V1: ";
      case TENANTS_MIXED -> "BrokenPromise: T1: ";
      case LATEST_GOES_BACK -> "BrokenPromise: R1: ";
    };
  }
}
