package dev.waybill.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Checks that the rig finds seeded bugs. The sixth bug, a log that is never synced, is in
/// [PowerCutTest].
@Execution(ExecutionMode.CONCURRENT)
final class SeededBugsTest {

  private static final int ROUNDS = 10;
  private static final int KILLS_PER_ROUND = 2;

  @TempDir Path scratch;

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "NO_FSYNC"})
  void a_seeded_bug_is_found(SeededBug bug) throws IOException, InterruptedException {
    SplittableRandom seeds = new SplittableRandom(bug.name().hashCode());
    List<String> violations = new ArrayList<>();
    for (int round = 0; round < ROUNDS && !shows(violations, bug); round++) {
      Path folder = Files.createDirectories(scratch.resolve("round-" + round));
      violations.addAll(
          new KillLoop(folder, bug, seeds.nextLong()).run(KILLS_PER_ROUND).violations());
    }
    assertThat(shows(violations, bug)).as(bug + ": " + violations).isTrue();
  }

  /// A bug can have other effects first, so violations alone do not end the rounds.
  private static boolean shows(List<String> violations, SeededBug bug) {
    return violations.stream().anyMatch(violation -> violation.matches(sign(bug)));
  }

  /// The message that shows the bug.
  private static String sign(SeededBug bug) {
    return switch (bug) {
      case NONE, NO_FSYNC -> throw new IllegalArgumentException("not for kills: " + bug);
      case ACKNOWLEDGE_BEFORE_COMMIT -> "lost: .*|request .* made two jobs: .*";
      case MAINTENANCE_WITHOUT_GUARD -> "was brought back: .*|.* was leased after it was .*";
      case TOKEN_WITHOUT_ATTEMPT_CHECK -> "attempt .* was settled twice";
      case CHECK_THEN_INSERT -> "request .* (made|has) two jobs: .*";
      case SHUTDOWN_WRITES_TERMINAL -> "attempt .*: RELEASE led to FAILED";
    };
  }
}
