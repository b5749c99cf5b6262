package dev.waybill.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.wire.json.TimeText;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class Rfc3339Test {

  @ParameterizedTest
  @CsvSource({
    "2025-10-21T14:30:00Z, 2025-10-21T14:30:00Z",
    "2025-10-21t14:30:00z, 2025-10-21T14:30:00Z",
    "2025-10-21T14:30:00.5Z, 2025-10-21T14:30:00.500Z",
    "2025-10-21T14:30:00.1234567899Z, 2025-10-21T14:30:00.123456789Z",
    "2025-10-21T14:30:00+02:00, 2025-10-21T12:30:00Z",
    "2025-10-21T14:30:00.000-05:30, 2025-10-21T20:00:00Z",
    "2024-02-29T23:59:59Z, 2024-02-29T23:59:59Z",
    "0001-01-01T00:00:00Z, 0001-01-01T00:00:00Z"
  })
  void valid_times_are_read(String text, String time) {
    assertThat(TimeText.parseRfc3339(text)).isEqualTo(Instant.parse(time));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2025-10-21",
        "2025-10-21T14:30:00",
        "2025-10-21 14:30:00Z",
        "2025-10-21T14:30Z     ",
        "2025-10-21T14:30:00.Z",
        "2025-10-21T24:00:00Z",
        "2025-10-21T14:60:00Z",
        "2025-10-21T14:30:60Z",
        "2025-02-29T14:30:00Z",
        "2025-10-21T14:30:00+0200",
        "2025-10-21T14:30:00+25:00",
        "2025-10-21T14:30:00ZZ",
        "+025-10-21T14:30:00Z",
        "２025-10-21T14:30:00Z"
      })
  void an_invalid_time_is_null(String text) {
    assertThat(TimeText.parseRfc3339(text)).isNull();
  }

  @Test
  void milliseconds_are_always_written() {
    assertThat(TimeText.withMillis(Instant.parse("2025-10-21T14:30:00Z")))
        .isEqualTo("2025-10-21T14:30:00.000Z");
    assertThat(TimeText.withMillis(Instant.parse("2025-10-21T14:30:00.123456Z")))
        .isEqualTo("2025-10-21T14:30:00.123456Z");
  }
}
