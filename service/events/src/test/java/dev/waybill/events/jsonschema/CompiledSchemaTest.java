package dev.waybill.events.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.pattern.StepBudget;
import dev.waybill.topic.Violation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

final class CompiledSchemaTest {

  @Test
  void a_reference_to_another_document_is_refused_and_nothing_is_fetched(@TempDir Path folder)
      throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> asked.incrementAndGet());
    server.start();
    Path file = Files.writeString(folder.resolve("a.json"), "{}");
    try {
      String http = "http://127.0.0.1:" + server.getAddress().getPort() + "/a.json";
      for (String ref : List.of(http, file.toUri().toString(), "classpath:a.json", "a.json")) {
        assertRefused("{\"properties\": {\"a\": {\"$ref\": \"" + ref + "\"}}}", "another document");
      }
      String hidden = "{\"$ref\": \"#/x-own\", \"x-own\": {\"$ref\": \"" + http + "\"}}";
      assertRefused(hidden, "does not exist");
      assertThat(asked).hasValue(0);
    } finally {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$schema\": \"http://127.0.0.1:1/own-dialect\"}",
        "{\"$schema\": \"http://json-schema.org/draft-07/schema#\"}"
      })
  void another_draft_is_refused(String text) {
    assertRefused(text, "only draft 2020-12 is supported");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                                   | a schema is an object, true or false",
        "{                                    | is not JSON: it ends too early at line 1",
        "{\"type\": \"text\"}                 | /type",
        "{\"type\": \"string\", \"type\": 1}  | is not JSON",
        "{\"minLength\": -1}                  | /minLength is -1; it must be at least 0",
        "{\"pattern\": \"(\"}                 | /pattern: is not a supported regular expression",
        "{\"properties\": {\"a\": 1}}         | a schema is an object, true or false",
        "{\"$ref\": \"#/$defs/x\"}            | does not exist",
        "{\"$ref\": \"#\"}                    | leads back to itself",
        "{\"allOf\": [{\"$ref\": \"#\"}]}     | leads back to itself",
        "{\"allOf\": {\"a\": 1}}               | /allOf: is an object; it must be an array",
        "{\"not\": {\"$schema\": \"x\"}}         | $schema is supported only at the top",
        "{\"type\": \"objekt\"}               | /type: is \"objekt\"; it must be one of array,"
            + " boolean",
        "{\"$dynamicRef\": \"#a\"}            | $dynamicRef \"#a\" does not exist",
        "{\"$defs\": {\"a\": {\"$id\": \"x\"}}} | $id is supported only at the top"
      })
  void an_unusable_schema_is_refused_with_the_pointer(String text, String words) {
    assertRefused(text, words.replace("/minLength is", "/minLength: is"));
  }

  @Test
  void a_schema_of_more_than_256_kib_is_refused() {
    String text = "{\"description\": \"" + "x".repeat(256 * 1024) + "\"}";
    assertThatThrownBy(() -> CompiledSchema.of(text))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.PAYLOAD_TOO_LARGE));
  }

  @Test
  void a_schema_that_is_too_deep_is_refused() {
    String text = "{\"not\": ".repeat(200) + "{}" + "}".repeat(200);
    assertRefused(text, "is not JSON");
  }

  @Test
  void an_event_that_is_too_deep_is_a_violation() {
    CompiledSchema any = CompiledSchema.of("{}");
    byte[] deep = ("[".repeat(10_000) + "]".repeat(10_000)).getBytes(StandardCharsets.UTF_8);
    assertThat(any.validate(deep, Side.PUBLISH)).hasSize(1);
  }

  @Test
  void bytes_that_are_not_json_are_a_violation_with_the_position() {
    byte[] broken = "{\"a\": tru}".getBytes(StandardCharsets.UTF_8);
    Violation found = CompiledSchema.of("{}").validate(broken, Side.PUBLISH).getFirst();
    assertThat(found.pointer()).isEmpty();
    assertThat(found.message()).matches("is not JSON: .* at line 1, column .*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"minimum\": 0.1}", "{\"const\": 1}", "{\"type\": \"integer\"}"})
  void a_very_large_number_is_a_violation(String text) {
    assertThat(CompiledSchema.of(text).validate(JsonTrees.read("1e400"))).hasSizeLessThan(2);
  }

  @Test
  void at_most_100_violations_are_reported() {
    CompiledSchema numbers = CompiledSchema.of("{\"items\": {\"type\": \"number\"}}");
    String texts = IntStream.range(0, 500).mapToObj(i -> "\"x\"").collect(Collectors.joining(","));
    assertThat(numbers.validate(JsonTrees.read("[" + texts + "]"))).hasSize(100);
  }

  @ParameterizedTest
  @CsvSource({
    "date-time, 2025-10-21T14:30:00Z, 2025-10-21",
    "date-time, 2016-12-31T23:59:60Z, 2025-02-29T00:00:00Z",
    "date-time, 2025-10-21T14:30:00.5+02:00, 2025-10-21T14:30:00",
    "date, 2025-10-21, 2025-10-32",
    "uuid, 550e8400-e29b-41d4-a716-446655440000, 770f9600-g49d-62f6-c938-668877662222",
    "uri, https://example.com/a, not an address",
    "email, a@example.com, a",
    "ipv4, 192.0.2.1, 192.0.2.256",
    "duration, PT5S, 5 seconds"
  })
  void formats_are_checked(String format, String good, String bad) {
    CompiledSchema schema = CompiledSchema.of("{\"format\": \"" + format + "\"}");
    assertThat(schema.validate(JsonTrees.read("\"" + good + "\""))).isEmpty();
    assertThat(schema.validate(JsonTrees.read("\"" + bad + "\"")))
        .extracting(Violation::keyword)
        .containsExactly("format");
  }

  @ParameterizedTest
  @CsvSource({
    "^(.*a){25}$, 60",
    "(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)b, 5000",
    "^(([a-z])+.)+[A-Z]([a-z])+$, 5000",
    "^(a|aa)+$, 5000",
    "^(a*)*$, 5000"
  })
  void a_pattern_costs_no_more_than_its_size_for_each_character(String pattern, int length) {
    StepBudget steps = StepBudget.forRequest();
    CompiledSchema schema = CompiledSchema.of("{\"pattern\": \"" + pattern + "\"}");
    JsonNode text = JsonTrees.read("\"" + "a".repeat(length) + "!\"");
    assertThat(schema.validate(text, Side.PUBLISH, steps))
        .extracting(Violation::keyword)
        .containsExactly("pattern");
    assertThat(steps.taken()).isLessThan(400L * (length + 10));
  }

  @Test
  void a_dollar_matches_only_the_end_of_the_text() {
    CompiledSchema schema = CompiledSchema.of("{\"pattern\": \"Z$\"}");
    assertThat(schema.validate(JsonTrees.read("\"aZ\""))).isEmpty();
    assertThat(schema.validate(JsonTrees.read("\"aZ\\n\""))).hasSize(1);
    assertThat(
            CompiledSchema.of("{\"pattern\": \"^[$]\\\\$$\"}").validate(JsonTrees.read("\"$$\"")))
        .isEmpty();
  }

  @Test
  void a_schema_may_refer_to_itself_with_a_field_in_between() {
    CompiledSchema tree =
        CompiledSchema.of(
            """
            {"type": "object", "required": ["name"],
             "properties": {"name": {"type": "string"}, "child": {"$ref": "#"}}}
            """);
    assertThat(tree.validate(JsonTrees.read("{\"name\": \"a\", \"child\": {\"name\": \"b\"}}")))
        .isEmpty();
    assertThat(tree.validate(JsonTrees.read("{\"name\": \"a\", \"child\": {\"child\": {}}}")))
        .extracting(Violation::pointer)
        .containsExactlyInAnyOrder("/child/name", "/child/child/name");
  }

  @Test
  void a_pointer_to_a_field_with_a_slash_in_its_name_is_escaped() {
    CompiledSchema schema =
        CompiledSchema.of("{\"properties\": {\"a/b~c\": {\"type\": \"null\"}}}");
    assertThat(schema.validate(JsonTrees.read("{\"a/b~c\": 1}")).getFirst().pointer())
        .isEqualTo("/a~1b~0c");
  }

  @Test
  void a_consumer_accepts_everything_that_a_producer_may_send() {
    CompiledSchema schema =
        CompiledSchema.of(
            """
            {"oneOf": [
              {"properties": {"a": {}}, "additionalProperties": false},
              {"properties": {"b": {}}, "required": ["b"], "additionalProperties": false}]}
            """);
    assertThat(schema.validate(JsonTrees.read("{\"b\": 1}"), Side.PUBLISH)).isEmpty();
    assertThat(schema.validate(JsonTrees.read("{\"b\": 1}"), Side.CONSUME)).isEmpty();
  }

  @Test
  void lengths_count_unicode_characters() {
    CompiledSchema schema = CompiledSchema.of("{\"minLength\": 2, \"maxLength\": 2}");
    assertThat(schema.validate(JsonTrees.read("\"\uD83C\uDF55\uD83C\uDF55\""))).isEmpty();
    assertThat(schema.validate(JsonTrees.read("\"\uD83C\uDF55\""))).hasSize(1);
  }

  private static void assertRefused(String text, String words) {
    assertThatThrownBy(() -> CompiledSchema.of(text))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_SCHEMA))
        .hasMessageContaining(words);
  }
}
