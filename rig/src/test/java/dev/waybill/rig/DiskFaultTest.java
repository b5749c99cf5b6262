package dev.waybill.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.testkit.Promise;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiskFaultTest {

  private static final int CALLS = 200;
  private static final int TRIED = 20;

  @TempDir Path scratch;

  @Test
  @Promise({"E1", "E3"})
  void a_failing_disk_makes_no_false_acknowledgement_and_the_store_recovers() throws Exception {
    long seed = ThreadLocalRandom.current().nextLong();
    List<DiskFault> faults = DiskFault.upTo(CALLS, new SplittableRandom(seed)).subList(0, TRIED);
    KillLoop.Result result = new KillLoop(scratch, SeededBug.NONE, seed, faults).run(TRIED);
    assertThat(result.violations()).as("seed %d, %s", seed, faults).isEmpty();
    assertThat(result.failed()).as("processes that met an error").isGreaterThan(TRIED / 2);
  }
}
