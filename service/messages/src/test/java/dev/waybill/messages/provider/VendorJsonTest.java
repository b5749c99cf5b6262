package dev.waybill.messages.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VendorJsonTest {

  private static final Instant NOW = Instant.parse("2030-03-29T12:00:00Z");

  @Test
  void times_are_seconds_or_iso_8601() {
    assertThat(time("1700000000.5")).isEqualTo(Instant.parse("2023-11-14T22:13:20.500Z"));
    assertThat(time("\"2023-11-14T23:13:20+01:00\""))
        .isEqualTo(Instant.parse("2023-11-14T22:13:20Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"5E+308", "-5E+308", "1E+30", "-1", "\"soon\"", "null", "[]", "\"+99999-01-01\""})
  void a_time_that_makes_no_sense_is_the_other_one(String json) {
    assertThat(time(json)).isEqualTo(NOW);
  }

  private static Instant time(String json) {
    byte[] event = ("{\"at\":" + json + "}").getBytes(StandardCharsets.UTF_8);
    return VendorJson.time(VendorJson.read(event).path("at"), NOW);
  }
}
