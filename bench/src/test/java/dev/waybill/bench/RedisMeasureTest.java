package dev.waybill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.measure.RedisMeasure;
import dev.waybill.bench.peer.WaybillSubject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the comparison on Redis with a few jobs, to check that it works.
final class RedisMeasureTest {

  private static final Plan TINY =
      new Plan(
          1,
          Duration.ofSeconds(1),
          2_000,
          List.of(1),
          List.of(1),
          1_000,
          100,
          Duration.ofSeconds(1),
          500,
          Duration.ofSeconds(1),
          100,
          100,
          new Plan.Documents(1, 1, 1));

  @TempDir private Path folder;

  @Test
  void waybill_a_bare_client_and_bullmq_have_figures() {
    Results results = new Results(_ -> {});
    try (Scratch scratch = new Scratch(folder.resolve("scratch"))) {
      new RedisMeasure().take(WaybillSubject.contender(scratch, 20), TINY, results);
    }
    assertThat(results.all())
        .filteredOn(figure -> !figure.measure().contains("later"))
        .allSatisfy(figure -> assertThat(figure.min()).as(figure.toString()).isPositive());
    for (String measure :
        List.of(RedisMeasure.CALLERS, RedisMeasure.BULK, RedisMeasure.DRAIN, RedisMeasure.START)) {
      assertThat(results.all())
          .extracting(Figure::measure)
          .contains(measure, measure + ", bare client", measure + ", BullMQ");
    }
  }
}
