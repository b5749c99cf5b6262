package dev.waybill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.bench.measure.LatencyMeasure;
import dev.waybill.bench.measure.Payloads;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class FigureTest {

  @Test
  void a_figure_is_the_median_of_its_samples() {
    assertThat(figure(3, 1, 2).median()).isEqualTo(2);
    assertThat(figure(4, 1, 2, 3).median()).isEqualTo(2.5);
  }

  @Test
  void samples_of_the_same_figure_are_merged() {
    Results results = new Results(_ -> {});
    results.add(figure(1));
    results.add(figure(5));
    results.add(figure(3));
    assertThat(results.all()).containsExactly(figure(1, 3, 5));
  }

  @Test
  void the_spread_is_shown_if_there_is_one() {
    assertThat(Numbers.withSpread(figure(30_000, 1_000, 2_000))).isEqualTo("2,000 (1,000–30,000)");
    assertThat(Numbers.withSpread(figure(0.5))).isEqualTo("0.50");
  }

  @Test
  void a_small_ratio_is_not_rounded_to_zero() {
    assertThat(Numbers.ratio(1, 2_000)).isEqualTo("0.0005");
    assertThat(Numbers.ratio(1, 3)).isEqualTo("0.33");
    assertThat(Numbers.ratio(120, 3)).isEqualTo("40");
  }

  @Test
  void a_percentile_is_one_of_the_samples() {
    long[] sorted = LongStream.rangeClosed(1, 1_000).toArray();
    assertThat(LatencyMeasure.percentile(sorted, 0.5)).isEqualTo(500);
    assertThat(LatencyMeasure.percentile(sorted, 0.999)).isEqualTo(999);
    assertThat(LatencyMeasure.percentile(new long[] {7}, 0.999)).isEqualTo(7);
  }

  @Test
  void a_payload_has_300_bytes_and_contains_its_time() {
    String payload = Payloads.stamped();
    assertThat(payload).hasSizeBetween(Payloads.BYTES - 5, Payloads.BYTES);
    assertThat(Payloads.age(payload)).isNotNegative().isLessThan(60_000_000_000L);
  }

  private static Figure figure(double... samples) {
    List<Double> values = java.util.Arrays.stream(samples).boxed().toList();
    return new Figure("drain", "empty", "someone", "jobs/s", values);
  }
}
