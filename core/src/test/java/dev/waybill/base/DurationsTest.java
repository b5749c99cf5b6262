package dev.waybill.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "500ms,PT0.5S",
    "30s,PT30S",
    "5m,PT5M",
    "2h,PT2H",
    "7d,PT168H",
    "0s,PT0S",
    "1h30m,PT1H30M",
    "1d12h,PT36H",
    "1d2h3m4s5ms,PT26H3M4.005S",
    "90m,PT1H30M",
    "PT30S,PT30S",
    "P1DT2H,PT26H",
    "PT-1S,PT-1S"
  })
  void both_formats_are_read(String text, Duration expected) {
    assertThat(Durations.parse(text)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "30",
        "s",
        "-5s",
        "1.5h",
        "30m1h",
        "1h1h",
        "1h 30m",
        "1H",
        "1w",
        "P1Y",
        "often",
        "999999999999999999d",
        "PT0000000000000000000000000000000000000000000000000000000000000001S"
      })
  void anything_else_is_not_a_duration(String text) {
    assertThat(Durations.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S,0s",
    "PT0.1S,100ms",
    "PT30S,30s",
    "PT90M,1h30m",
    "PT36H,1d12h",
    "PT-5M,-5m",
    "PT1.234567S,1s234ms",
    "PT0.0000005S,500ns"
  })
  void a_duration_is_written_in_the_short_form(Duration duration, String expected) {
    assertThat(Durations.text(duration)).isEqualTo(expected);
  }
}
