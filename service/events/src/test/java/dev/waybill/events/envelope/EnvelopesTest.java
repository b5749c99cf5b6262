package dev.waybill.events.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.conformance.Seed;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Subscription.Format;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EnvelopesTest {

  private static final Map<String, String> BINARY =
      Map.of(
          "ce-specversion",
          "1.0",
          "ce-id",
          "1",
          "ce-source",
          "/s",
          "ce-type",
          "t",
          "ce-x",
          "%C3%A9");

  @Test
  @Seed({"S1.4", "S1.5", "S1.8"})
  void a_bare_message_created_event_is_recognized() {
    Envelope event = Samples.read(Samples.SCHEDULED);

    assertThat(event.kind()).isEqualTo(Envelope.Kind.MESSAGE_CREATED);
    assertThat(event.mode()).isEqualTo(Envelope.Mode.BARE);
    assertThat(event.id()).isEqualTo("770f9600-g49d-62f6-c938-668877662222");
    assertThat(event.type()).isEqualTo("message_created");
    assertThat(event.source()).isEqualTo("scheduler");
    assertThat(event.time()).isEqualTo(Instant.parse("2025-10-21T14:30:00Z"));
    assertThat(event.schemaVersion()).isEqualTo("1.0");
    assertThat(event.key()).isEqualTo("550e8400-e29b-41d4-a716-446655440000");
    assertThat(event.correlationId()).isEqualTo("660e9500-f39c-52e5-b827-557766551111");
    assertThat(event.attributes().keySet())
        .containsExactly("event_type", "message_type", "stage", "source");
  }

  @Test
  @Seed("S1.8")
  void an_event_in_a_notification_differs_only_by_its_wrapper() {
    Envelope bare = Samples.read(Samples.SCHEDULED);
    String json = Samples.notification(Samples.SCHEDULED);
    Envelope wrapped = Samples.read(json);

    assertThat(wrapped.mode()).isEqualTo(Envelope.Mode.NOTIFICATION);
    assertThat(wrapped.body()).isEqualTo(bare.body());
    assertThat(wrapped.attributes()).isEqualTo(bare.attributes());
    assertThat(Envelopes.write(wrapped, Format.RAW, Samples.TOPIC).text())
        .isEqualTo(Samples.SCHEDULED);
    assertThat(Envelopes.write(wrapped, Format.NOTIFICATION, Samples.TOPIC).text()).isEqualTo(json);
  }

  @Test
  @Seed("S3.1")
  void an_event_of_the_bus_is_recognized() {
    Envelope event = Samples.read(Samples.FREE_FOOD);

    assertThat(event.kind()).isEqualTo(Envelope.Kind.FREE_FOOD_EVENT);
    assertThat(event.id()).isEqualTo("b5f5c8f4-52f1-4b68-a2a1-7757b71a4df0");
    assertThat(event.type()).isEqualTo("FREE_FOOD_EVENT");
    assertThat(event.schemaVersion()).isEqualTo("1.0.0");
    assertThat(event.time()).isEqualTo(Instant.parse("2025-11-02T14:03:22Z"));
    assertThat(event.attributes().keySet()).containsExactly("type", "source");
  }

  @Test
  @Seed({"S1.8", "S3.7"})
  void raw_is_the_body_byte_for_byte() {
    String json =
        " {\"id\":\"1\",\"type\":\"t\",\"n\":[0.930,1e3,12345678901234567890],\"s\":\"\\/é\"}\n";

    Payload raw = Envelopes.write(Samples.read(json), Format.RAW, Samples.TOPIC);

    assertThat(raw.bytes()).isEqualTo(json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_plain_event_contains_its_identifiers() {
    Envelope event =
        Samples.read(
            "{\"event_id\":\"e\",\"id\":\"i\",\"event_type\":\"et\",\"type\":\"t\",\"source\":\"s\","
                + "\"timestamp\":\"2025-01-01T00:00:00Z\",\"schema_version\":\"7\","
                + "\"correlation_id\":\"c\",\"subject\":\"k\"}");

    assertThat(event.kind()).isEqualTo(Envelope.Kind.PLAIN);
    assertThat(event.id()).isEqualTo("e");
    assertThat(event.type()).isEqualTo("et");
    assertThat(event.source()).isEqualTo("s");
    assertThat(event.time()).isEqualTo(Instant.parse("2025-01-01T00:00:00Z"));
    assertThat(event.schemaVersion()).isEqualTo("7");
    assertThat(event.correlationId()).isEqualTo("c");
    assertThat(event.key()).isEqualTo("k");
    assertThat(event.attributes()).isEmpty();
  }

  @Test
  void defaults_apply_to_missing_values_of_a_plain_event() {
    Defaults defaults = new Defaults("d1", "dt", "ds");
    byte[] body = Samples.bytes("{\"id\":5,\"type\":{},\"time\":\"soon\"}");

    Envelope event = Envelopes.read(null, Map.of(), body, defaults).getFirst();

    assertThat(event.id()).isEqualTo("d1");
    assertThat(event.type()).isEqualTo("dt");
    assertThat(event.source()).isEqualTo("ds");
    assertThat(event.time()).isNull();
  }

  @Test
  void a_plain_event_without_id_or_type_is_refused() {
    assertThat(Samples.refusal(() -> Samples.read("{\"type\":\"t\"}")))
        .startsWith("/event_id is missing");
    assertThat(Samples.refusal(() -> Samples.read("{\"id\":\"1\"}")))
        .startsWith("/event_type is missing");
  }

  @Test
  @Seed("S1.8")
  void a_notification_with_any_text_is_accepted_with_its_attributes() {
    Envelope event = Samples.read(Samples.notification("free text, no JSON"));

    assertThat(event.kind()).isEqualTo(Envelope.Kind.PLAIN);
    assertThat(event.id()).isEqualTo("sqs-message-id-123");
    assertThat(event.type()).isEqualTo("message_created");
    assertThat(event.source()).isEqualTo("scheduler");
    assertThat(event.content()).isNull();
    assertThat(event.body().text()).isEqualTo("free text, no JSON");
    assertThat(Envelopes.write(event, Format.CLOUDEVENT, Samples.TOPIC).text())
        .contains("\"datacontenttype\":\"text/plain\"", "\"data\":\"free text, no JSON\"");
  }

  @Test
  void any_text_of_a_notification_can_be_written_in_every_format() {
    for (String text : new String[] {"", " ", "\ufeffmarked", "[1]", "\u0001", "\"", "😀"}) {
      Envelope event = Samples.read(Samples.notification(text));
      Payload written = Envelopes.write(event, Format.CLOUDEVENT, Samples.TOPIC);

      assertThat(Envelopes.write(event, Format.RAW, Samples.TOPIC).text()).isEqualTo(text);
      assertThat(Samples.tree(written).get("data").stringValue()).isEqualTo(text);
    }
  }

  @Test
  @Seed("S1.10")
  void a_message_that_starts_like_json_must_be_json() {
    assertThat(Samples.refusal(() -> Samples.read(Samples.notification("{...}"))))
        .startsWith("in /Message: the body is not strict JSON");
  }

  @Test
  void binary_cloudevents_are_recognized_by_their_headers() {
    Envelope event = Envelopes.read("image/png", BINARY, new byte[] {0, -1, 'x'}).getFirst();

    assertThat(event.kind()).isEqualTo(Envelope.Kind.CLOUDEVENT);
    assertThat(event.mode()).isEqualTo(Envelope.Mode.BINARY);
    assertThat(event.attributes()).containsEntry("x", Attribute.of("é"));
    assertThat(Envelopes.write(event, Format.RAW, Samples.TOPIC).bytes())
        .containsExactly(0, -1, 'x');
    String written = Envelopes.write(event, Format.CLOUDEVENT, Samples.TOPIC).text();
    assertThat(written).endsWith("\"x\":\"é\",\"data_base64\":\"AP94\"}");
    Payload notification = Envelopes.write(event, Format.NOTIFICATION, Samples.TOPIC);
    assertThat(SnsNotification.read(notification).message()).isEqualTo(written);
  }

  @Test
  void filter_attributes_are_not_written_to_a_cloudevent() {
    Envelope event =
        Envelopes.read("application/json", BINARY, Samples.bytes(Samples.SCHEDULED)).getFirst();

    assertThat(event.attributes()).containsKey("stage");
    assertThat(Samples.tree(Envelopes.write(event, Format.CLOUDEVENT, Samples.TOPIC)).has("stage"))
        .isFalse();
  }

  @Test
  void structured_cloudevents_are_forwarded_unchanged() {
    String json =
        " {\"type\":\"t\", \"id\":\"1\",\"source\":\"s\",\"specversion\":\"1.0\",\"data\":1.10,"
            + " \"z\":0}";

    Envelope event =
        Envelopes.read(CloudEvent.STRUCTURED, Map.of(), Samples.bytes(json)).getFirst();

    assertThat(event.mode()).isEqualTo(Envelope.Mode.STRUCTURED);
    assertThat(Envelopes.write(event, Format.RAW, Samples.TOPIC).text()).isEqualTo(json);
    assertThat(Envelopes.write(event, Format.CLOUDEVENT, Samples.TOPIC).text()).isEqualTo(json);
  }

  @Test
  void cloudevents_in_another_format_than_json_are_refused() {
    assertThat(
            Samples.refusal(
                () -> Envelopes.read("application/cloudevents+avro", BINARY, new byte[1])))
        .contains("send CloudEvents as application/cloudevents+json");
  }

  @Test
  void a_malformed_trace_context_is_ignored() {
    Map<String, String> headers = Map.of("traceparent", "00-zz");

    assertThat(
            Envelopes.read(null, headers, Samples.bytes(Samples.MANUAL)).getFirst().traceparent())
        .isNull();
  }

  @Test
  void attributes_can_be_added() {
    Envelope event =
        Samples.read(Samples.MANUAL)
            .withAttributes(Map.of("stage", Attribute.of("prod"), "weight", Attribute.of(7)));

    assertThat(event.attributes()).containsEntry("stage", Attribute.of("prod")).hasSize(5);
    Payload written = Envelopes.write(event, Format.NOTIFICATION, Samples.TOPIC);
    assertThat(Samples.tree(written).at("/MessageAttributes/weight/Type").stringValue())
        .isEqualTo("Number");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`` | the body is empty; send a JSON object",
        "` ` | the body is empty; send a JSON object",
        "hello | the body is not strict JSON",
        "[] | the body must be a JSON object",
        "\"x\" | the body must be a JSON object",
        "{\"a\":{\"b\":1,\"b\":2}} | /a/b is present twice",
        "{\"a\":1}{} | the body has more than one JSON value",
        "{\"a\":1,} | ",
        "{'a':1} | the body is not strict JSON",
        "{\"a\":NaN} | /a is not strict JSON",
        "{\"a\":01} | /a is not strict JSON",
        "{\"a\":1e99999999999} | /a is ",
        "{\"a\":[0,{\"b\":1E+2000000}]} | /a/1/b has ",
        "{\"a\":1e-1001} | /a has ",
        "{\"a\":[\"x\",\"\\ud800\"]} | /a/1 contains a NUL or half of a surrogate pair",
        "{\"a\":{\"\\u0000\":1}} | /a contains a NUL or half of a surrogate pair",
        "{\"a/b~\":\"\\udc00\\ud800\"} | /a~1b~0 contains a NUL or half of a surrogate pair"
      })
  void what_is_not_strict_json_is_refused(String body, String answer) {
    assertThat(Samples.refusal(() -> Samples.read(body))).startsWith(answer == null ? "" : answer);
  }

  @Test
  void bytes_that_are_not_text_are_refused() {
    byte[][] bodies = {
      {'{', '"', (byte) 0xC0, (byte) 0x80, '"', ':', '1', '}'},
      {'{', '"', (byte) 0xED, (byte) 0xA0, (byte) 0x80, '"', ':', '1', '}'},
      {'{', '"', (byte) 0xF5, '"', ':', '1', '}'},
      {'{', '"', (byte) 0xE2, (byte) 0x82}
    };
    for (byte[] body : bodies) {
      assertThat(Samples.refusal(() -> Envelopes.read(null, Map.of(), body)))
          .startsWith("the body is not UTF-8 at byte 2");
    }
    assertThat(
            Samples.refusal(
                () -> Envelopes.read(null, Map.of(), "{}".getBytes(StandardCharsets.UTF_16LE))))
        .startsWith("the body contains a NUL at byte 1");
    assertThat(Samples.refusal(() -> Samples.read("\ufeff{}")))
        .startsWith("the body starts with a byte order mark");
  }

  @Test
  void nesting_is_limited() {
    String deep = "{\"id\":\"1\",\"type\":\"t\",\"a\":" + "[".repeat(63) + "]".repeat(63) + "}";
    String tooDeep = "{\"a\":" + "[".repeat(100_000);

    Envelope event = Samples.read(deep);
    byte[] written = Envelopes.write(event, Format.CLOUDEVENT, Samples.TOPIC).bytes();

    assertThat(Envelopes.read(CloudEvent.STRUCTURED, Map.of(), written)).hasSize(1);
    assertThat(Samples.refusal(() -> Samples.read(tooDeep))).contains("exceeds a limit");
  }

  @Test
  void sizes_are_limited() {
    byte[] large = new byte[Envelopes.MAX_BYTES + 1];
    byte[] largest = new byte[Envelopes.MAX_BATCH_BYTES + 1];

    assertThat(Samples.refused(() -> Envelopes.read(null, Map.of(), large)).code())
        .isEqualTo(Code.PAYLOAD_TOO_LARGE);
    assertThat(Samples.refused(() -> Envelopes.read(CloudEvent.BATCH, Map.of(), largest)).code())
        .isEqualTo(Code.PAYLOAD_TOO_LARGE);
    assertThat(
            Samples.refusal(
                () -> Samples.read("{\"type\":\"t\",\"id\":\"" + "i".repeat(257) + "\"}")))
        .contains("the id with 257 characters; the limit is 256");
    assertThat(Samples.refusal(() -> Samples.read("{\"n\":" + "9".repeat(2_000) + "}")))
        .startsWith("/n exceeds a limit");
  }
}
