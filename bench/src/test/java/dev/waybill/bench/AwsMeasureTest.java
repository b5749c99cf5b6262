package dev.waybill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.aws.AwsMeasure;
import dev.waybill.bench.peer.WaybillSubject;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs the comparison on emulators of AWS with a few jobs, to check that it works.
final class AwsMeasureTest {

  @TempDir private Path folder;

  @Test
  void waybill_and_a_bare_client_have_figures() {
    Results results = new Results(_ -> {});
    try (Scratch scratch = new Scratch(folder.resolve("scratch"))) {
      new AwsMeasure().take(WaybillSubject.contender(scratch, 20), BenchRunTest.TINY, results);
    }
    assertThat(results.all())
        .allSatisfy(figure -> assertThat(figure.min()).as(figure.toString()).isPositive());
    for (String measure : List.of(AwsMeasure.BULK, AwsMeasure.DRAIN)) {
      assertThat(results.all())
          .extracting(Figure::measure)
          .contains(measure, measure + ", " + AwsMeasure.BARE, measure + " / " + AwsMeasure.BARE);
    }
  }
}
