package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimulationTest {

  private static final Path MEMORY = Path.of("/dev/shm");
  private static final int BATCHES = 2_500;

  /// `-Dwaybill.simulation.seeds=N` runs more, `-Dwaybill.seed=S` repeats one.
  @Test
  @Promise({"E1", "E2", "E3", "L1", "L2", "L3", "L5", "S1", "D1", "R1"})
  void random_steps_with_crashes_and_lost_replies_keep_every_promise() throws IOException {
    Long only = Long.getLong("waybill.seed");
    int seeds = only == null ? Integer.getInteger("waybill.simulation.seeds", 200) : 1;
    long first = only == null ? 1 : only;
    long steps = 0;
    for (long seed = first; seed < first + seeds; seed++) {
      steps += simulate(seed);
    }
    assertThat(steps).as("steps that were simulated").isGreaterThan(seeds * (long) BATCHES);
  }

  private static long simulate(long seed) throws IOException {
    Path folder = Files.createTempDirectory(Files.isDirectory(MEMORY) ? MEMORY : tmp(), "waybill");
    try (SimulatedStore store = new SimulatedStore(folder, Simulation.maxJobs())) {
      Simulation simulation = new Simulation(seed, store);
      simulation.run(BATCHES);
      return simulation.steps();
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError("repeat with -Dwaybill.seed=" + seed, failure);
    } finally {
      delete(folder);
    }
  }

  private static Path tmp() {
    return Path.of(System.getProperty("java.io.tmpdir"));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
