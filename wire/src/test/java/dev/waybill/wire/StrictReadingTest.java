package dev.waybill.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.result.FieldError;
import dev.waybill.wire.job.NewJobJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Encoding;
import dev.waybill.wire.json.InvalidDocument;
import dev.waybill.wire.json.Json;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.topic.TopicEventJson;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Invalid documents are refused, with a pointer to the error.
final class StrictReadingTest {

  private static final Document<List<NewJob>> BATCH =
      ListJson.of("Batch", "", "jobs", NewJobJson.DOCUMENT, 10);

  @Test
  void an_unknown_field_is_refused_with_a_suggestion() {
    FieldError error = error("{\"type\":\"t\",\"payloda\":1}");
    assertThat(error.pointer()).isEqualTo("/payloda");
    assertThat(error.code()).isEqualTo("unknown_field");
    assertThat(error.message()).contains("did you mean \"payload\"?");
  }

  @Test
  void unknown_fields_of_a_newer_server_are_ignored() {
    String job =
        "{\"new\":{\"a\":[1,{}]},\"type\":\"t\",\"other\":null,\"queue\":\"q\",\"last\":7}";
    NewJob read = NewJobJson.DOCUMENT.readAnswer(job.getBytes(UTF_8));
    assertThat(read.type()).isEqualTo("t");
    assertThat(read.queue()).isEqualTo("q");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e400000000", "-1E-1001", "1e99999999999"})
  void a_number_beyond_the_limits_is_refused(String number) {
    byte[] document = ("{\"body\":{},\"attributes\":{\"n\":" + number + "}}").getBytes(UTF_8);
    InvalidDocument refused =
        catchThrowableOfType(InvalidDocument.class, () -> TopicEventJson.DOCUMENT.read(document));
    assertThat(refused.errors().getFirst().pointer()).isEqualTo("/attributes/n");
    assertThat(refused.errors().getFirst().code()).isEqualTo("invalid_value");
  }

  @Test
  void a_document_in_utf_16_or_with_bytes_of_utf_32_is_malformed() {
    byte[] utf16 = "{\"type\":\"t\"}".getBytes(UTF_16BE);
    byte[] odd = {0, 0, '{', 0};
    for (byte[] body : List.of(utf16, odd)) {
      assertThat(refused(body, false).errors().getFirst().code()).isEqualTo("malformed_json");
      assertThat(Json.isValue(body)).isFalse();
    }
  }

  @Test
  void an_error_deep_in_a_list_has_a_pointer() {
    InvalidDocument refused =
        refused("{\"jobs\":[{\"type\":\"a\"},{\"type\":\"b\",\"delay\":5}]}".getBytes(UTF_8), true);
    assertThat(refused.errors().getFirst().pointer()).isEqualTo("/jobs/1/delay");
    assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"type\":5}                              | /type         | wrong_type",
        "{\"queue\":\"q\"}                         | /type         | missing_field",
        "{\"type\":null}                           | /type         | missing_field",
        "{\"type\":\"a\",\"type\":\"b\"}           | /type         | duplicate_field",
        "{\"type\":\"a\",\"payload\":1,\"payload_base64\":\"\"} | /payload_base64 |"
            + " duplicate_field",
        "{\"type\":\"a\",\"payload_base64\":\"§\"} | /payload_base64 | invalid_value",
        "{\"type\":\"a\",\"priority\":\"hihg\"}    | /priority     | invalid_value",
        "{\"type\":\"a\",\"delay\":\"soon\"}       | /delay        | invalid_value",
        "{\"type\":\"a\",\"run_at\":\"now\"}       | /run_at       | invalid_value",
        "{\"type\":\"a\",\"tags\":[\"x\",7]}       | /tags/1       | wrong_type",
        "{\"type\":\"a\",\"retry\":{\"max_errors\":99999999999}} | /retry/max_errors |"
            + " invalid_value",
        "{\"type\":\"a\",\"retry\":{\"max_errors\":1.5}} | /retry/max_errors | wrong_type",
        "{\"type\":\"a\\u0000b\"}                  | /type         | invalid_value",
        "{\"type\":\"a\\ud800b\"}                  | /type         | invalid_value",
        "[]                                        | ''            | wrong_type",
      })
  void every_error_has_a_code_and_a_pointer(String json, String pointer, String code) {
    FieldError error = error(json);
    assertThat(error.pointer()).isEqualTo(pointer);
    assertThat(error.code()).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"type\":\"t\"} {}",
        "{\"type\":\"t\"}x",
        "{'type':'t'}",
        "{\"type\":\"t\",}",
        "{\"type\":\"a\nb\"}",
        "{\"type\":\"t\",\"payload\":{\"a\":01}}",
        "// no\n{\"type\":\"t\"}",
        "{\"type\":\"t\",\"payload\":NaN}",
        "{\"type\":\"t\",\"payload\":\"\\x\"}"
      })
  void malformed_json_is_refused(String text) {
    assertThat(error(text).code()).isEqualTo("malformed_json");
  }

  @Test
  void bytes_that_are_not_utf_8_are_refused_also_inside_a_payload() {
    for (String bad : List.of("\u00ff", "\u00c0\u0080", "\u00ed\u00a0\u0080", "\u00e2\u0082")) {
      String json = "{\"type\":\"t\",\"payload\":\"" + bad + "\"}";
      InvalidDocument refused = refused(json.getBytes(ISO_8859_1), false);
      assertThat(refused.errors().getFirst().message()).contains("UTF-8");
    }
  }

  @Test
  void nesting_is_limited_everywhere() {
    int deep = 70;
    String payload = "[".repeat(deep) + "]".repeat(deep);
    assertThat(error("{\"type\":\"t\",\"payload\":" + payload + "}").code()).isEqualTo("too_large");
    String fits = "[".repeat(60) + "]".repeat(60);
    assertThat(job("{\"type\":\"t\",\"payload\":" + fits + "}").payload().text()).isEqualTo(fits);
  }

  @Test
  void a_million_brackets_are_refused_without_a_stack_overflow() {
    String json = "{\"type\":\"t\",\"payload\":" + "[".repeat(1_000_000);
    assertThat(error(json).code()).isEqualTo("too_large");
  }

  @Test
  void long_numbers_are_refused_also_inside_a_payload() {
    String json = "{\"type\":\"t\",\"payload\":{\"n\":" + "9".repeat(101) + "}}";
    assertThat(error(json).code()).isEqualTo("too_large");
  }

  @Test
  void a_list_that_is_too_long_is_refused_before_it_is_stored() {
    String tags = "\"x\",".repeat(32) + "\"x\"";
    InvalidDocument refused =
        refused(("{\"type\":\"t\",\"tags\":[" + tags + "]}").getBytes(UTF_8), false);
    assertThat(refused.code()).isEqualTo(Code.TOO_MANY_ITEMS);
    assertThat(refused.errors().getFirst().pointer()).isEqualTo("/tags");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"b\" : 1,\n \"a\" : [ ] }",
        "1",
        "-1.50e3",
        "\"é\\u00e9\\n\"",
        "null",
        "true",
        "[]",
        "{}",
        "\"\"",
        "{\"a\":1,\"a\":2}",
        "\"\\u0000\""
      })
  void a_payload_is_stored_byte_for_byte(String payload) {
    for (String after : List.of("}", " \n}", ",\"queue\":\"q\"}", " , \"queue\":\"q\"}")) {
      String json = "{\"type\":\"t\",\"payload\": " + payload + after;
      assertThat(job(json).payload().text()).isEqualTo(payload);
    }
  }

  @ParameterizedTest
  @CsvSource({"500ms,PT0.5S", "30s,PT30S", "5m,PT5M", "2h,PT2H", "7d,PT168H", "PT1M,PT1M"})
  void durations_are_read_in_both_formats(String text, String expected) {
    assertThat(job("{\"type\":\"t\",\"delay\":\"" + text + "\"}").delay())
        .isEqualTo(Duration.parse(expected));
  }

  @Test
  void null_means_omitted_except_for_a_payload() {
    NewJob job = job("{\"type\":\"t\",\"queue\":null,\"delay\":null,\"payload\":null}");
    assertThat(job.queue()).isEqualTo(NewJob.DEFAULT_QUEUE);
    assertThat(job.payload().text()).isEqualTo("null");
  }

  @Test
  void a_payload_is_written_as_base64_or_as_json_on_one_line() {
    NewJob text = NewJob.of("t", "hello");
    assertThat(written(Encoding.JSON, text)).contains("\"payload_base64\":\"aGVsbG8=\"");
    NewJob pretty = NewJob.of("t", "{\n  \"a\": 1\r\n}");
    assertThat(written(Encoding.JSON, pretty)).contains("\"payload\":{\n  \"a\": 1\r\n}");
    assertThat(written(Encoding.JSON_LINE, pretty)).doesNotContain("\n").doesNotContain("\r");
    NewJob deep = NewJob.of("t", "[".repeat(61) + "]".repeat(61));
    assertThat(written(Encoding.JSON, deep)).contains("payload_base64");
    NewJob twoValues = NewJob.of("t", "1 2");
    assertThat(written(Encoding.JSON, twoValues)).contains("payload_base64");
  }

  private static String written(Encoding encoding, NewJob job) {
    return new String(NewJobJson.DOCUMENT.bytes(encoding, job), UTF_8);
  }

  private static NewJob job(String json) {
    return NewJobJson.DOCUMENT.read(json.getBytes(UTF_8));
  }

  private static FieldError error(String json) {
    return refused(json.getBytes(UTF_8), false).errors().getFirst();
  }

  private static InvalidDocument refused(byte[] json, boolean batch) {
    return catchThrowableOfType(
        InvalidDocument.class, () -> (batch ? BATCH : NewJobJson.DOCUMENT).read(json));
  }
}
