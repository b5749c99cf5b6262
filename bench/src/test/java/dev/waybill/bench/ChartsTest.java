package dev.waybill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.measure.DrainMeasure;
import dev.waybill.bench.measure.EnqueueMeasure;
import dev.waybill.bench.measure.LatencyMeasure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChartsTest {

  private static final List<String> SUBJECTS = List.of("Waybill", "bare log", "db-scheduler");

  @TempDir private Path folder;

  private final Results results = new Results(_ -> {});

  @Test
  void charts_are_small_and_contain_text() throws IOException {
    for (String subject : SUBJECTS) {
      add(EnqueueMeasure.BY_CALLERS, subject, "1", "4", "16", "64");
      add(EnqueueMeasure.IN_BULK, subject, "1", "10", "100", "1,000");
      add(LatencyMeasure.LATENCY, subject, "p50", "p90", "p99", "p99.9");
      add(DrainMeasure.DRAIN, subject, "nothing else stored", "1,000 waiting", "1,000 finished");
    }
    Charts.draw(SUBJECTS, results, folder);
    for (String name : List.of("enqueue-callers", "enqueue-bulk", "latency", "drain-stored")) {
      String chart = Files.readString(folder.resolve(name + ".svg"));
      assertThat(chart).as(name).hasSizeLessThan(40_000);
      SUBJECTS.forEach(subject -> assertThat(chart).as(name).contains(">" + subject + "</text>"));
    }
  }

  @Test
  void a_missing_measure_has_no_chart() {
    add(LatencyMeasure.LATENCY, "Waybill", "p50");
    Charts.draw(SUBJECTS, results, folder);
    assertThat(folder.toFile().list()).containsExactly("latency.svg");
  }

  private void add(String measure, String subject, String... settings) {
    double value = 0.7 * (SUBJECTS.indexOf(subject) + 1);
    for (String setting : settings) {
      value *= 7;
      results.add(new Figure(measure, setting, subject, "unit", List.of(value)));
    }
  }
}
