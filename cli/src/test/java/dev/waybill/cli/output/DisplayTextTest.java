package dev.waybill.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DisplayTextTest {

  @Test
  void an_age_has_its_two_largest_units() {
    assertThat(DisplayText.age(Duration.ofMillis(420))).isEqualTo("420ms");
    assertThat(DisplayText.age(Duration.ofMillis(2420))).isEqualTo("2.4s");
    assertThat(DisplayText.age(Duration.ofSeconds(42))).isEqualTo("42s");
    assertThat(DisplayText.age(Duration.ofSeconds(725))).isEqualTo("12m 5s");
    assertThat(DisplayText.age(Duration.ofMinutes(125))).isEqualTo("2h 5m");
    assertThat(DisplayText.age(Duration.ofHours(76))).isEqualTo("3d 4h");
  }

  @Test
  void bytes_that_are_not_text_are_shown_as_their_size() {
    assertThat(DisplayText.payload(Payload.of(new byte[] {(byte) 0xff, 0})))
        .isEqualTo("2 bytes, not text");
    assertThat(DisplayText.payload(Payload.of("hé"))).isEqualTo("hé");
    assertThat(DisplayText.payload(Payload.empty())).isEqualTo("-");
  }
}
