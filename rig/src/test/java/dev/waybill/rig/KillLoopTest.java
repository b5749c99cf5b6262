package dev.waybill.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KillLoopTest {

  /// `scripts/rig.sh` runs others.
  private static final long SEED = 20_261_117;

  private static final int KILLS = 20;

  @TempDir Path scratch;

  @Test
  @Promise({"E1", "E3"})
  void twenty_kills_lose_no_acknowledged_data() throws Exception {
    KillLoop.Result result = new KillLoop(scratch, SeededBug.NONE, SEED).run(KILLS);
    assertThat(result.violations()).as("seed %d", SEED).isEmpty();
    assertThat(result.kills()).isEqualTo(KILLS);
    assertThat(result.acknowledgements()).isGreaterThan(KILLS * 50L);
  }
}
