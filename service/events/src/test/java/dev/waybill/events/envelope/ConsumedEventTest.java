package dev.waybill.events.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.Seed;
import dev.waybill.events.envelope.ConsumedEvent.PastError;
import dev.waybill.settings.Limits;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class ConsumedEventTest {

  private static final Instant NOW = Instant.parse("2025-11-02T15:00:00Z");

  private static final String ENTRY =
      "{\"at\":\"2025-11-02T15:00:00Z\",\"error\":\"oven is off\",\"retries\":%d}";

  @Test
  @Seed({"S3.7", "S3.8"})
  void only_retries_and_two_entries_of_the_metadata_change() {
    String after = failed(Samples.FREE_FOOD);

    assertThat(after)
        .isEqualTo(
            Samples.FREE_FOOD
                .replace("\"retries\": 0", "\"retries\": 1")
                .replace(
                    "\"cal-2025-11-02-1234\"",
                    "\"cal-2025-11-02-1234\",\"last_error\":\"oven is off\",\"error_history\":["
                        + ENTRY.formatted(1)
                        + "]"));
  }

  @Test
  @Seed("S3.8")
  void several_failures_are_added_as_if_one_by_one() {
    List<PastError> errors =
        IntStream.range(0, ConsumedEvent.ERRORS_KEPT + 2)
            .mapToObj(i -> new PastError("error " + i, NOW.plusSeconds(i)))
            .toList();
    for (String before : List.of(Samples.FREE_FOOD, "{}", "{\"metadata\":null}")) {
      Payload oneByOne = Payload.of(before);
      for (PastError error : errors) {
        oneByOne = ConsumedEvent.read(oneByOne).failed(error.error(), error.at());
      }
      assertThat(ConsumedEvent.read(Payload.of(before)).failed(errors).text())
          .isEqualTo(oneByOne.text());
    }
  }

  @Test
  @Seed({"S3.7", "S3.8"})
  void numbers_strings_and_blanks_keep_their_spelling() {
    String before =
        """
        \t{ "zeta":0.930,"alpha" : [1e3, 1E+3, -0, -0.0, 12345678901234567890, 1.000000000000000000001],
          "slash":"a\\/b \\u00e9 é \\ud83d\\ude00 \\"{[", "retries" : 41 ,
          "nested": {"retries": 5, "metadata": null, "x": {}}, "metadata":{ "k" : 1.10 , "":[ ] } , "end":null}
        """;

    String after = failed(before);

    assertThat(after)
        .isEqualTo(
            before
                .replace("\"retries\" : 41", "\"retries\" : 42")
                .replace(
                    "\"\":[ ]",
                    "\"\":[ ],\"last_error\":\"oven is off\",\"error_history\":["
                        + ENTRY.formatted(42)
                        + "]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | {\"retries\":1,\"metadata\":{M}}",
        "{ } | {\"retries\":1,\"metadata\":{M} }",
        "{\"a\":1 } | {\"a\":1,\"retries\":1,\"metadata\":{M} }",
        "{\"metadata\":{}} | {\"metadata\":{M},\"retries\":1}",
        "{\"metadata\":null,\"retries\":null} | {\"metadata\":{M},\"retries\":1}",
        "{\"metadata\":{\"a\":{}}} | {\"metadata\":{\"a\":{},M},\"retries\":1}",
        "{\"metad\\u0061ta\":{},\"retr\\u0069es\":0} | {\"metad\\u0061ta\":{M},\"retr\\u0069es\":1}"
      })
  @Seed("S3.8")
  void missing_fields_are_added(String before, String after) {
    String added = "\"last_error\":\"oven is off\",\"error_history\":[" + ENTRY.formatted(1) + "]";

    assertThat(failed(before)).isEqualTo(after.replace("M", added));
  }

  @Test
  @Seed("S3.8")
  void the_history_keeps_the_last_errors() {
    Payload event = Payload.of(Samples.FREE_FOOD);
    for (int i = 1; i <= 25; i++) {
      event = ConsumedEvent.read(event).failed("error " + i, NOW);
    }

    JsonNode metadata = Samples.tree(event).get("metadata");
    assertThat(metadata.get("last_error").stringValue()).isEqualTo("error 25");
    assertThat(metadata.get("error_history")).hasSize(ConsumedEvent.ERRORS_KEPT);
    assertThat(metadata.at("/error_history/0/error").stringValue()).isEqualTo("error 6");
    assertThat(metadata.at("/error_history/19/retries").intValue()).isEqualTo(25);
    assertThat(ConsumedEvent.read(event).retries()).isEqualTo(25);
  }

  @Test
  @Seed("S3.8")
  void an_existing_history_is_kept() {
    String before = "{\"metadata\":{\"error_history\":\"twice\",\"last_error\":[1.0]}}";

    assertThat(failed(before))
        .startsWith("{\"metadata\":{\"error_history\":[\"twice\",{\"at\"")
        .contains("\"last_error\":\"oven is off\"");
  }

  @Test
  void a_long_error_is_truncated() {
    Payload after = ConsumedEvent.read(Payload.of("{}")).failed("x\0\ud800".repeat(9_999), NOW);

    ObjectNode metadata = (ObjectNode) Samples.tree(after).get("metadata");
    assertThat(metadata.get("last_error").stringValue()).hasSize(Limits.ERROR_MESSAGE_LENGTH);
    assertThat(metadata.at("/error_history/0/error").stringValue())
        .hasSize(ConsumedEvent.ERROR_LENGTH);
    assertThat(ConsumedEvent.read(after).retries()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"retries\":1.5} | /retries must be an integer",
        "{\"retries\":2147483647} | /retries is too large",
        "{\"metadata\":[]} | /metadata must be an object; it is an array",
        "[] | the body must be a JSON object"
      })
  void an_invalid_retry_count_is_refused(String before, String answer) {
    assertThat(Samples.refusal(() -> failed(before))).startsWith(answer);
  }

  private static String failed(String json) {
    return ConsumedEvent.read(Payload.of(json)).failed("oven is off", NOW).text();
  }
}
