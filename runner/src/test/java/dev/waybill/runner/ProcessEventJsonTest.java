package dev.waybill.runner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.runner.ProcessEvent.Amounts;
import dev.waybill.settings.Limits;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessEventJsonTest {

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
    Payload data = ProcessEventJson.output(OutputName.STDOUT, bytes);
    assertThat(data.size()).isLessThanOrEqualTo(Limits.EVENT_BYTES);
    assertThat(ProcessTest.bytesOf(Json.read(data))).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "\u0001", "€", "😀"})
  void a_start_event_fits_the_size_limit_with_a_long_command(String character) {
    String longText = character.repeat(100_000);
    for (List<String> args : List.of(List.of(longText), Collections.nCopies(9_999, character))) {
      Payload data = ProcessEventJson.write(started(longText, args));
      assertThat(data.size()).isLessThanOrEqualTo(Limits.EVENT_BYTES);
      assertThat(data.text()).contains("\"args_truncated\":true");
    }
  }

  @Test
  void short_arguments_are_shown_in_full() {
    assertThat(ProcessEventJson.write(started("a", List.of("b", "c d"))).text())
        .contains("\"args\":[\"b\",\"c d\"]")
        .doesNotContain("truncated");
  }

  @Test
  void the_end_event_names_the_signal() {
    Amounts amounts = new Amounts(5, 7, 3);
    assertThat(end(0, amounts))
        .isEqualTo("{\"exit_code\":0,\"elapsed_ms\":5,\"output_bytes\":7,\"dropped_bytes\":3}");
    assertThat(end(137, amounts)).contains("\"signal\":\"SIGKILL\"");
    assertThat(end(200, amounts)).doesNotContain("signal");
  }

  @Test
  void an_error_event_fits_the_size_limit() {
    ProcessEvent error = ProcessEvent.Failed.of("code", "\u0001".repeat(1_000_000));
    assertThat(ProcessEventJson.write(error).size()).isLessThanOrEqualTo(Limits.EVENT_BYTES);
  }

  @Test
  void an_event_is_read_back_and_events_of_others_are_not() {
    Amounts amounts = new Amounts(5, 7, 3);
    assertThat(read("ProcessStart", ProcessEventJson.write(started("a", List.of("b")))))
        .contains(started("a", List.of("b")));
    assertThat(read("Output", ProcessEventJson.output(OutputName.STDERR, new byte[] {0, 1})))
        .hasValueSatisfying(
            event ->
                assertThat(((ProcessEvent.Output) event).content())
                    .isEqualTo(Payload.of(new byte[] {0, 1})));
    assertThat(read("ProcessEnd", Payload.of(end(137, amounts))))
        .contains(new ProcessEvent.Ended(137, "SIGKILL", amounts));
    assertThat(read("Output", Payload.of("{\"stream\":\"stdout\"}"))).isEmpty();
    assertThat(read("Output", Payload.of("hello"))).isEmpty();
    assertThat(read("Heard", Payload.of("{}"))).isEmpty();
  }

  private static Optional<ProcessEvent> read(String type, Payload data) {
    JobId job = JobId.parse("01990000-0000-7000-8000-000000000000");
    return ProcessEventJson.read(new JobEvent(job, 1, 1, type, Instant.EPOCH, data));
  }

  private static String end(int exitCode, Amounts amounts) {
    return ProcessEventJson.write(ProcessEvent.Ended.of(exitCode, amounts)).text();
  }

  private static ProcessEvent.Started started(String command, List<String> args) {
    return ProcessEvent.Started.of(1, command, args, command, "worker");
  }

  private static String output(byte[] bytes) {
    return ProcessEventJson.output(OutputName.STDERR, bytes).text();
  }
}
