package dev.waybill.events.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.settings.Limits;
import dev.waybill.topic.Attribute;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CloudEventJsonTest {

  private static final String EVENT =
      "{\"specversion\":\"1.0\",\"id\":\"A-1\",\"source\":\"/my/context\",\"type\":\"com.example.some\",\"subject\":\"a"
          + " b\",\"time\":\"2018-04-05T17:31:00.1+01:00\","
          + "\"datacontenttype\":\"application/json\",\"dataschema\":\"urn:x:y\",\"myextension\":\"value\",\"myinteger\":-5,\"myflag\":true,\"data\":{\"n\""
          + " : [0.930, 1e3, 12345678901234567890]}}";

  @Test
  void reading_and_writing_keeps_every_byte() {
    CloudEvent event = CloudEventJson.read(Payload.of(EVENT));

    assertThat(CloudEventJson.write(event).text()).isEqualTo(EVENT);
  }

  @Test
  void extensions_have_types() {
    assertThat(CloudEventJson.read(Payload.of(EVENT)).extensions())
        .containsExactly(
            Map.entry("myextension", Attribute.of("value")),
            Map.entry("myinteger", Attribute.of(-5)),
            Map.entry("myflag", new Attribute.Flag(true)));
  }

  @Test
  void a_null_attribute_is_missing() {
    CloudEvent event = read(with("\"subject\":null,\"other\":null,\"data_base64\":null"));

    assertThat(event.attributes().keySet()).containsExactly("id", "source", "type");
    assertThat(event.data()).isNull();
  }

  @Test
  void data_is_a_json_value_a_string_or_bytes() {
    CloudEvent.Data json = read(with("\"data\":\"I am a string\"")).data();
    CloudEvent.Data none = read(with("\"data\":null")).data();
    CloudEvent.Data text =
        read(with("\"datacontenttype\":\"application/xml\",\"data\":\"<a b=\\\"c\\\"/>\"")).data();
    CloudEvent.Data bytes = read(with("\"data_base64\":\"AP8=\"")).data();

    assertThat(json).isEqualTo(data(CloudEvent.Form.JSON, "\"I am a string\""));
    assertThat(none).isEqualTo(data(CloudEvent.Form.JSON, "null"));
    assertThat(text).isEqualTo(data(CloudEvent.Form.TEXT, "<a b=\"c\"/>"));
    assertThat(bytes)
        .isEqualTo(
            new CloudEvent.Data(CloudEvent.Form.BINARY, Payload.of(new byte[] {0, (byte) 0xFF})));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"data\":\"s\"",
        "\"data\":null",
        "\"datacontenttype\":\"text/xml; charset=utf-8\",\"data\":\"<a/>\"",
        "\"datacontenttype\":\"application/vnd.x+json\",\"data\":[1.0]",
        "\"datacontenttype\":\"image/png\",\"data_base64\":\"AP8=\""
      })
  void every_form_of_data_is_read_as_it_was_written(String more) {
    assertThat(CloudEventJson.write(read(with(more))).text()).isEqualTo(with(more));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"id\":\"1\" | \"x\":\"1\" | /id is missing; a CloudEvent needs it",
        "\"id\":\"1\" | \"id\":\"\" | /id is blank",
        "\"id\":\"1\" | \"id\":7 | /id must be a string; it is a number",
        "\"type\":\"t\" | \"x\":\"t\" | /type is missing",
        "\"source\":\"s\" | \"x\":\"s\" | /source is missing",
        "\"source\":\"s\" | \"source\":\"a b\" | /source must be a URI reference; percent-encode",
        "\"type\":\"t\" | \"type\":\"a\\nb\" | /type contains a control character",
        "\"specversion\":\"1.0\" | \"specversion\":\"0.3\" | /specversion must be \"1.0\"; it is"
            + " \"0.3\"",
        "\"specversion\":\"1.0\" | \"x\":\"1.0\" | /specversion is missing",
        "\"id\":\"1\" | \"id\":\"1\",\"time\":\"today\" | /time must be a time such as",
        "\"id\":\"1\" | \"id\":\"1\",\"dataschema\":\"rel\" | /dataschema must be an absolute URI",
        "\"id\":\"1\" | \"id\":\"1\",\"datacontenttype\":\"json\" | /datacontenttype must be a"
            + " media type",
        "\"id\":\"1\" | \"id\":\"1\",\"my_ext\":1 | /my_ext",
        "\"id\":\"1\" | \"id\":\"1\",\"Ext\":1 | /Ext",
        "\"id\":\"1\" | \"id\":\"1\",\"ext\":1.5 | /ext must be a 32-bit integer",
        "\"id\":\"1\" | \"id\":\"1\",\"ext\":1e3 | /ext must be a 32-bit integer",
        "\"id\":\"1\" | \"id\":\"1\",\"ext\":2147483648 | /ext must be a 32-bit integer",
        "\"id\":\"1\" | \"id\":\"1\",\"ext\":{} | /ext must be a string",
        "\"id\":\"1\" | \"id\":\"1\",\"data\":1,\"data_base64\":\"\" | /data_base64",
        "\"id\":\"1\" | \"id\":\"1\",\"data_base64\":\"?\" | /data_base64 must be base64",
        "\"id\":\"1\" | \"id\":\"1\",\"datacontenttype\":\"text/plain\",\"data\":{} | /data must be"
            + " a string"
      })
  void a_rule_that_is_broken_is_named(String good, String bad, String answer) {
    String json = with("\"x9\":1").replace(good, bad);

    assertThat(Samples.refusal(() -> read(json))).startsWith(answer);
    assertThat(
            Samples.refusal(
                () -> Envelopes.read(CloudEvent.STRUCTURED, Map.of(), Samples.bytes(json))))
        .startsWith(answer);
  }

  @Test
  void a_batch_is_read_and_written() {
    List<CloudEvent> events = List.of(read(EVENT), read(with("\"data\":1")));

    Payload batch = CloudEventJson.writeBatch(events);

    assertThat(CloudEventJson.readBatch(batch)).isEqualTo(events);
    assertThat(CloudEventJson.readBatch(Payload.of("[]"))).isEmpty();
  }

  @Test
  void each_event_of_a_batch_keeps_its_bytes() {
    String batch = " [ " + EVENT + " ,\n" + with("\"data\" : 1.0 ") + "]";

    List<Envelope> events = Envelopes.read(CloudEvent.BATCH, Map.of(), Samples.bytes(batch));

    assertThat(events)
        .extracting(event -> event.body().text())
        .containsExactly(EVENT, with("\"data\" : 1.0 "));
    assertThat(events).allMatch(event -> event.mode() == Envelope.Mode.BATCHED);
  }

  @Test
  void an_error_in_a_batch_has_a_pointer() {
    Payload batch = Payload.of("[" + EVENT + ",{\"specversion\":\"1.0\"}]");

    assertThat(Samples.refusal(() -> CloudEventJson.readBatch(batch)))
        .startsWith("in /1: /id is missing");
    assertThat(Samples.refusal(() -> CloudEventJson.readBatch(Payload.of("[1]"))))
        .startsWith("in /0: the body must be a JSON object");
    assertThat(Samples.refusal(() -> CloudEventJson.readBatch(Payload.of(EVENT))))
        .startsWith("the body must be a JSON array");
  }

  @Test
  void a_batch_has_a_limit() {
    String batch = "[" + "{},".repeat(Limits.EVENTS_PER_CALL) + "{}]";

    assertThat(Samples.refused(() -> CloudEventJson.readBatch(Payload.of(batch))).code())
        .isEqualTo(Code.TOO_MANY_ITEMS);
  }

  private static CloudEvent read(String json) {
    return CloudEventJson.read(Payload.of(json));
  }

  private static CloudEvent.Data data(CloudEvent.Form form, String text) {
    return new CloudEvent.Data(form, Payload.of(text));
  }

  private static String with(String more) {
    return "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"s\",\"type\":\"t\"," + more + "}";
  }
}
