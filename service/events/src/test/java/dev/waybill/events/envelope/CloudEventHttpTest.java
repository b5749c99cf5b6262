package dev.waybill.events.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CloudEventHttpTest {

  private static final Map<String, String> HEADERS =
      Map.of("ce-specversion", "1.0", "CE-Id", "1", "ce-source", "/s", "Ce-Type", "t");

  @Test
  void headers_and_body_make_an_event() {
    CloudEvent event = read("application/json", Map.of("ce-myext", "5"), "{\"a\":1.0}");

    assertThat(event)
        .isEqualTo(
            new CloudEvent(
                "1",
                "/s",
                "t",
                null,
                null,
                "application/json",
                null,
                Map.of("myext", Attribute.of("5")),
                new CloudEvent.Data(CloudEvent.Form.JSON, Payload.of("{\"a\":1.0}"))));
  }

  @Test
  void an_event_is_unchanged_after_writing_and_reading_headers() {
    CloudEvent event =
        new CloudEvent(
            "id %41 \"q\"",
            "/s?x=%20",
            "t",
            "Euro € 😀",
            "2018-04-05T17:31:00Z",
            "text/plain; charset=utf-8",
            "urn:x:y",
            Map.of("ext", Attribute.of(" ä\\b ")),
            new CloudEvent.Data(CloudEvent.Form.TEXT, Payload.of("größe")));

    CloudEventHttp.Message message = CloudEventHttp.write(event);

    assertThat(CloudEventHttp.read(message)).isEqualTo(event);
    assertThat(message.headers().get("ce-subject")).isEqualTo("Euro%20%E2%82%AC%20%F0%9F%98%80");
    assertThat(message.headers()).doesNotContainKey("ce-datacontenttype");
    assertThat(message.contentType()).isEqualTo("text/plain; charset=utf-8");
  }

  @Test
  void an_implied_content_type_is_written() {
    CloudEvent event =
        CloudEventJson.read(
            Payload.of(
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\",\"data\":\"s\"}"));

    CloudEventHttp.Message message = CloudEventHttp.write(event);

    assertThat(message.contentType()).isEqualTo("application/json");
    assertThat(message.body().text()).isEqualTo("\"s\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "plain | plain",
        "a%20b | a b",
        "%e2%82%ac | €",
        "%41 | A",
        "100% | 100%",
        "\"a b\" | a b",
        "\"a \\\"b\\\"\" | a \"b\"",
        "\"%22\" | \""
      })
  void header_values_are_decoded(String value, String text) {
    assertThat(read(null, Map.of("ce-subject", value), "").subject()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%C0%A0", "%FF", "%00", "%ED%A0%80"})
  void header_values_that_are_not_utf8_are_refused(String value) {
    assertThat(Samples.refusal(() -> read(null, Map.of("ce-subject", value), "")))
        .startsWith("ce-subject is not percent-encoded UTF-8");
  }

  @Test
  void bytes_without_a_content_type_and_an_empty_body_are_accepted() {
    CloudEvent.Data data = read(null, Map.of(), "x").data();

    assertThat(data).isEqualTo(new CloudEvent.Data(CloudEvent.Form.BINARY, Payload.of("x")));
    assertThat(read("application/json", Map.of(), "").data()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ce-id | | ce-id is missing; a CloudEvent needs this header",
        "ce-type | | ce-type is missing",
        "ce-source | | ce-source is missing",
        "ce-specversion | | /specversion is missing",
        "ce-specversion | 2.0 | /specversion must be \"1.0\"; it is \"2.0\"",
        "ce-datacontenttype | text/plain | ce-datacontenttype is not allowed",
        "ce-my_ext | 1 | /my_ext",
        "ce-time | now | /time must be a time such as"
      })
  void a_rule_that_is_broken_is_named(String header, @Nullable String value, String answer) {
    Map<String, String> headers =
        new HashMap<>(
            Map.of("ce-specversion", "1.0", "ce-id", "1", "ce-source", "/s", "ce-type", "t"));
    headers.remove(header);
    if (value != null) {
      headers.put(header, value);
    }

    assertThat(
            Samples.refusal(() -> Envelopes.read("application/json", headers, Samples.bytes("{}"))))
        .startsWith(answer);
  }

  @Test
  void data_that_does_not_match_its_content_type_is_refused() {
    assertThat(Samples.refusal(() -> read("application/json", Map.of(), "{")))
        .contains("is not strict JSON");
  }

  private static CloudEvent read(
      @Nullable String contentType, Map<String, String> more, String body) {
    Map<String, String> headers = new HashMap<>(HEADERS);
    headers.putAll(more);
    return CloudEventHttp.read(new CloudEventHttp.Message(contentType, headers, Payload.of(body)));
  }
}
