package dev.waybill.runner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.settings.Limits;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventDataTest {

  private static final int MOST = 45 * 1024;

  @Test
  void utf8_output_is_text_and_other_output_is_base64() {
    assertThat(output("déjà €😀\n".getBytes(UTF_8)))
        .isEqualTo("{\"stream\":\"stderr\",\"text\":\"déjà €😀\\n\"}");
    assertThat(output(new byte[] {(byte) 0xFF}))
        .isEqualTo("{\"stream\":\"stderr\",\"base64\":\"/w==\"}");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 'a', '"', '\\', 0x7F, 0xC3, 0xFF})
  void the_largest_batch_fits_into_an_event_with_any_content(int value) {
    byte[] bytes = new byte[MOST];
    Arrays.fill(bytes, (byte) value);
    Payload data = EventData.output(OutputName.STDOUT, bytes);
    assertThat(data.size()).isLessThanOrEqualTo(Limits.EVENT_BYTES);
    assertThat(ProcessTest.bytesOf(Json.read(data))).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "\u0001", "€", "😀"})
  void a_start_event_fits_the_size_limit_with_a_long_command(String character) {
    String longText = character.repeat(100_000);
    for (List<String> args : List.of(List.of(longText), Collections.nCopies(9_999, character))) {
      Payload data = EventData.start(started(longText, args));
      assertThat(data.size()).isLessThanOrEqualTo(Limits.EVENT_BYTES);
      assertThat(data.text()).contains("\"args_truncated\":true");
    }
  }

  @Test
  void short_arguments_are_shown_in_full() {
    assertThat(EventData.start(started("a", List.of("b", "c d"))).text())
        .contains("\"args\":[\"b\",\"c d\"]")
        .doesNotContain("truncated");
  }

  @Test
  void the_end_event_names_the_signal() {
    EventData.Amounts amounts = new EventData.Amounts(5, 7, 3);
    assertThat(EventData.end(0, amounts).text())
        .isEqualTo("{\"exit_code\":0,\"elapsed_ms\":5,\"output_bytes\":7,\"dropped_bytes\":3}");
    assertThat(EventData.end(137, amounts).text()).contains("\"signal\":\"SIGKILL\"");
    assertThat(EventData.end(200, amounts).text()).doesNotContain("signal");
  }

  @Test
  void an_error_event_fits_the_size_limit() {
    assertThat(EventData.error("code", "\u0001".repeat(1_000_000)).size())
        .isLessThanOrEqualTo(Limits.EVENT_BYTES);
  }

  private static EventData.Started started(String command, List<String> args) {
    return new EventData.Started(1, command, args, command, "worker");
  }

  private static String output(byte[] bytes) {
    return EventData.output(OutputName.STDERR, bytes).text();
  }
}
