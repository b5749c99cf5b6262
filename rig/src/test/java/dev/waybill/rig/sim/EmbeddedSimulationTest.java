package dev.waybill.rig.sim;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.waybill.backend.embedded.EmbeddedConfig;
import dev.waybill.backend.embedded.EmbeddedProvider;
import dev.waybill.conformance.Promise;
import dev.waybill.rig.sim.bug.SimBug;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The same actors, faults and checks on the real embedded store, with threads and disk: a few
/// seeds only, because each call syncs.
final class EmbeddedSimulationTest {

  /// This seed reaches a retention that expires exactly at its millisecond.
  private static final long FIRST_SEED = 1_858_002_952;

  private static final int SEEDS = 40;

  @TempDir Path scratch;

  /// `-Dwaybill.sim.seed=S` repeats one seed.
  @Test
  @Promise({
    "E1", "E2", "E3", "L1", "L2", "L3", "L4", "L5", "L6", "S1", "S2", "S3", "V1", "D1", "R1", "R2",
    "T1"
  })
  void the_embedded_store_keeps_every_promise_under_the_simulated_engine() throws IOException {
    Long only = Long.getLong("waybill.sim.seed");
    long first = only == null ? FIRST_SEED : only;
    for (int seed = 0; seed < (only == null ? SEEDS : 1); seed++) {
      run(first + seed);
    }
  }

  private void run(long seed) throws IOException {
    Path folder = Files.createTempDirectory(scratch, "store");
    try (Opened store = new Opened(folder)) {
      SimRun simulation = new SimRun(seed, SimBug.NONE, store, true);
      assertThatCode(simulation::run)
          .as(() -> "seed " + seed + "\n" + String.join("\n", simulation.log().lines()))
          .doesNotThrowAnyException();
    }
  }

  private static final class Opened implements World.BackendMaker, AutoCloseable {

    private static final int SEGMENT_BYTES = 1 << 20;

    private final Path folder;
    private @Nullable Backend backend;

    Opened(Path folder) {
      this.folder = folder;
    }

    @Override
    public Backend make(Settings settings) {
      EmbeddedConfig config = EmbeddedConfig.of(settings).withSegmentBytes(SEGMENT_BYTES);
      Backend opened = EmbeddedProvider.open(folder, config);
      backend = opened;
      return opened;
    }

    @Override
    public boolean hasSteadyClock() {
      return true;
    }

    @Override
    public void close() {
      if (backend != null) {
        backend.close();
      }
    }
  }
}
