package dev.waybill.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ExportProgressTest {

  private static final Instant FROM = Instant.parse("2026-11-01T00:00:00Z");
  private static final Instant TO = Instant.parse("2026-11-05T00:00:00Z");

  @Test
  void the_bar_follows_the_time_of_the_rows_from_the_newest_to_the_oldest() {
    ExportRange range = new ExportRange(FROM, TO);
    assertThat(range.passed(TO)).isZero();
    assertThat(range.passed(Instant.parse("2026-11-04T00:00:00Z"))).isEqualTo(0.25);
    assertThat(ExportOptions.progress(range.passed(FROM), 1_234)).endsWith("#] 100 %  1,234 rows");
  }

  @Test
  void without_a_beginning_only_rows_are_counted() {
    ExportRange range = new ExportRange(null, TO);
    assertThat(ExportOptions.progress(range.passed(FROM), 7)).isEqualTo("7 rows");
  }
}
