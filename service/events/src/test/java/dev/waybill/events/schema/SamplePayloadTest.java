package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.events.jsonschema.CompiledSchema;
import dev.waybill.events.jsonschema.JsonTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SamplePayloadTest {

  @Test
  @Seed({"S1.5", "S3.1"})
  void samples_of_the_built_in_types_are_valid_and_always_the_same() {
    for (EventSchema schema : BuiltInSchemas.all()) {
      assertThat(CompiledSchema.of(schema.text()).validate(SamplePayload.of(schema))).isEmpty();
      assertThat(SamplePayload.of(schema)).isEqualTo(SamplePayload.of(schema));
    }
  }

  @Test
  @Seed("S3.1")
  void the_sample_of_a_free_food_event_is_the_example_of_the_specification() {
    EventSchema schema = BuiltInSchemas.set().latest("FREE_FOOD_EVENT").orElseThrow();
    assertThat(SamplePayload.of(schema)).isEqualTo(JsonTrees.read(Events.FREE_FOOD));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "{\"examples\": [7], \"type\": \"integer\"} @ 7",
        "{\"default\": 3} @ 3",
        "{\"const\": null} @ null",
        "{\"enum\": [\"b\", \"a\"]} @ \"b\"",
        "{\"type\": \"string\", \"minLength\": 6} @ \"textxx\"",
        "{\"type\": \"string\", \"maxLength\": 2} @ \"te\"",
        "{\"type\": \"string\", \"format\": \"uuid\"} @ \"550e8400-e29b-41d4-a716-446655440000\"",
        "{\"type\": \"string\", \"pattern\": \"^[0-9]+$\"} @ \"1\"",
        "{\"type\": \"integer\", \"exclusiveMinimum\": 4} @ 5",
        "{\"type\": \"integer\", \"minimum\": 5, \"multipleOf\": 4} @ 8",
        "{\"type\": \"number\", \"exclusiveMinimum\": 0, \"maximum\": 1} @ 0.5",
        "{\"type\": \"integer\", \"maximum\": -2} @ -2",
        "{\"type\": \"boolean\"} @ true",
        "{\"type\": [\"null\", \"object\"], \"required\": [\"a\"]} @ {\"a\":\"text\"}",
        "{\"type\": \"array\", \"items\": {\"type\": \"null\"}, \"minItems\": 2} @ [null,null]",
        "{\"prefixItems\": [{\"const\": 1}], \"items\": {\"const\": 2}, \"minItems\": 2} @ [1,2]",
        "{\"allOf\": [{\"properties\": {\"a\": {\"const\": 1}}}], \"properties\": {\"b\":"
            + " {\"const\": 2}}} @ {\"b\":2,\"a\":1}",
        "{\"oneOf\": [{\"const\": 1}, {\"const\": 2}]} @ 1",
        "{\"$ref\": \"#/$defs/d\", \"$defs\": {\"d\": {\"const\": 1}}} @ 1",
        "{\"type\": \"object\", \"properties\": {\"n\": {\"const\": 1}, \"child\": {\"$ref\":"
            + " \"#\"}}} @ {\"n\":1}"
      })
  void a_sample_follows_the_schema(String schema, String sample) {
    assertThat(SamplePayload.of(EventSchema.of("t", "1.0", schema))).hasToString(sample);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "date-time",
        "date",
        "time",
        "duration",
        "uuid",
        "uri",
        "uri-reference",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "json-pointer",
        "relative-json-pointer",
        "uri-template",
        "iri",
        "regex"
      })
  void every_format_has_a_sample(String format) {
    String text = "{\"type\": \"string\", \"format\": \"" + format + "\"}";
    assertThat(SamplePayload.of(EventSchema.of("t", "1.0", text)).isString()).isTrue();
  }

  @Test
  void a_sample_that_cannot_be_generated_requires_an_example() {
    EventSchema schema =
        EventSchema.of("t", "1.0", "{\"properties\": {\"a\": {\"pattern\": \"^q{3}w$\"}}}");
    assertThatThrownBy(() -> SamplePayload.of(schema))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("cannot generate a sample of t 1.0: /a")
        .hasMessageContaining("add examples to the schema there");
  }
}
