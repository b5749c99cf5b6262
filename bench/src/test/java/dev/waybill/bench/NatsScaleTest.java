package dev.waybill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.measure.NatsScaleMeasure;
import dev.waybill.bench.peer.WaybillSubject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs the measure of several servers on NATS with a few hundred jobs, to check that it works.
@Timeout(300)
final class NatsScaleTest {

  @TempDir private Path folder;

  @Test
  void servers_on_nats_have_figures() {
    Results results = new Results(_ -> {});
    try (Scratch scratch = new Scratch(folder.resolve("scratch"))) {
      new NatsScaleMeasure(scratch)
          .take(WaybillSubject.contender(scratch, 20), BenchRunTest.TINY, results);
    }
    assertThat(results.all())
        .extracting(Figure::measure)
        .contains(
            NatsScaleMeasure.IDLE,
            NatsScaleMeasure.THREE,
            "NATS, open with 500 finished",
            "NATS, memory with 500 finished",
            NatsScaleMeasure.FLOW + "memory",
            NatsScaleMeasure.FLOW + "broker disk",
            NatsScaleMeasure.FLOW + "start");
    assertThat(results.all())
        .filteredOn(figure -> figure.unit().equals("MB"))
        .allSatisfy(figure -> assertThat(figure.min()).as(figure.toString()).isPositive());
  }
}
