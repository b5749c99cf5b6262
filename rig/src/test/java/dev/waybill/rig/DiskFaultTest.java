package dev.waybill.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskFaultTest {

  /// `scripts/rig.sh` runs others.
  private static final long SEED = 20_261_117;

  private static final int CALLS = 200;
  private static final int TRIED = 20;

  @TempDir Path scratch;

  @Test
  @Promise({"E1", "E3"})
  void disk_errors_cause_no_false_acknowledgment_and_the_store_recovers() throws Exception {
    List<DiskFault> faults = DiskFault.upTo(CALLS, new SplittableRandom(SEED)).subList(0, TRIED);
    KillLoop.Result result = new KillLoop(scratch, SeededBug.NONE, SEED, faults).run(TRIED);
    assertThat(result.violations()).as("seed %d, %s", SEED, faults).isEmpty();
    assertThat(result.failed()).as("processes that met an error").isGreaterThan(TRIED / 2);
  }
}
