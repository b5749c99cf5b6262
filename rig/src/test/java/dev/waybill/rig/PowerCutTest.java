package dev.waybill.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One recorded run, cut at many points.
final class PowerCutTest {

  /// `scripts/rig.sh` runs others.
  private static final long SEED = 20_261_117;

  @TempDir static Path scratch;

  private static Recording recording;

  @BeforeAll
  static void record() throws IOException, InterruptedException {
    recording = Recording.make(scratch, SEED, Duration.ofSeconds(1));
  }

  @Test
  @Promise("E1")
  void fifty_clean_and_fifty_torn_cuts_lose_no_acknowledged_data() throws IOException {
    PowerCut.Result result = cut(recording.disk(true), 50, 50);
    assertThat(result.violations()).as("seed %d", SEED).isEmpty();
    assertThat(result.acknowledgements()).isGreaterThan(1000);
  }

  @Test
  void a_log_that_is_never_synced_is_detected() throws IOException {
    PowerCut.Result result = cut(recording.disk(false), 20, 0);
    assertThat(result.damaged()).as("seed %d", SEED).isGreaterThanOrEqualTo(15);
  }

  private static PowerCut.Result cut(DiskReplay disk, int clean, int torn) throws IOException {
    return new PowerCut(scratch.toRealPath(), recording, disk, SEED).cut(clean, torn);
  }
}
