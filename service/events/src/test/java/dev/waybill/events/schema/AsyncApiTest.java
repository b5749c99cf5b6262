package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Seed;
import dev.waybill.events.jsonschema.JsonTrees;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

final class AsyncApiTest {

  private static final JsonNode DOCUMENT =
      AsyncApi.document(
          "Events of dev",
          List.of(
              new AsyncApi.Topic(
                  "rez-agent-messages-dev", "New messages", List.of("message_created")),
              new AsyncApi.Topic("events.free-food", "", List.of("FREE_FOOD_EVENT"))),
          BuiltInSchemas.set());

  @Test
  void the_document_has_what_asyncapi_3_requires() {
    assertThat(DOCUMENT.path("asyncapi").asString()).isEqualTo("3.0.0");
    assertThat(DOCUMENT.path("info").path("title").asString()).isEqualTo("Events of dev");
    assertThat(DOCUMENT.path("info").path("version").isString()).isTrue();
    assertThat(DOCUMENT.path("operations").properties())
        .hasSize(4)
        .allSatisfy(
            operation -> {
              assertThat(operation.getValue().path("action").asString()).isIn("send", "receive");
              assertThat(operation.getValue().path("channel").path("$ref").isString()).isTrue();
            });
  }

  @Test
  void topics_are_channels_with_a_message_for_each_version_of_each_type() {
    JsonNode channel = DOCUMENT.path("channels").path("rez-agent-messages-dev");
    assertThat(channel.path("address").asString()).isEqualTo("rez-agent-messages-dev");
    assertThat(channel.path("messages").propertyNames())
        .containsExactly("message_created-1.0", "message_created-2.0");
    assertThat(DOCUMENT.path("components").path("messages").propertyNames())
        .containsExactly("message_created-1.0", "message_created-2.0", "FREE_FOOD_EVENT-1.0.0");
  }

  @Test
  @Seed("S3.13")
  void the_document_contains_the_registered_schema() {
    JsonNode schema = DOCUMENT.at("/components/schemas/FREE_FOOD_EVENT-1.0.0/schema");
    EventSchema registered = BuiltInSchemas.set().latest("FREE_FOOD_EVENT").orElseThrow();
    assertThat(schema).isEqualTo(JsonTrees.read(registered.text()));
  }

  @Test
  void every_reference_resolves_within_the_document() {
    String text =
        """
        {"$defs": {"d": {"$anchor": "here"}},
         "properties": {"a": {"$ref": "#/$defs/d"}, "b": {"$ref": "#here"}, "c": {"$ref": "#"}}}
        """;
    SchemaSet set = SchemaSet.of(List.of(EventSchema.of("a:b", "1.0", text)));
    JsonNode document =
        AsyncApi.document("t", List.of(new AsyncApi.Topic("x", "", List.of("a:b"))), set);
    List<String> refs = document.findValuesAsString("$ref");
    assertThat(refs).hasSizeGreaterThan(7);
    for (JsonNode one : List.of(document, DOCUMENT)) {
      assertThat(one.findValuesAsString("$ref"))
          .allSatisfy(
              ref -> assertThat(one.at(JsonPointer.compile(ref.substring(1))).isObject()).isTrue());
    }
    assertThat(document.path("components").path("messages").propertyNames())
        .allMatch(name -> name.matches("[\\w.-]+"));
  }

  @Test
  void data_that_looks_like_a_reference_is_omitted() {
    EventSchema schema =
        EventSchema.of(
            "t",
            "1.0",
            """
            {"properties": {"a": {"enum": [{"$ref": "#/nowhere"}]}, "b": {"$ref": "#/$defs/b"}},
             "$defs": {"b": {"enum": ["x"]}}}
            """);
    JsonNode document =
        AsyncApi.document(
            "Events",
            List.of(new AsyncApi.Topic("t", "", List.of("t"))),
            SchemaSet.empty().with(schema));
    JsonNode body = document.at("/components/schemas/t-1.0/schema");
    assertThat(body.at("/properties/a/enum").isMissingNode()).isTrue();
    assertThat(body.at("/$defs/b/enum/0").asString()).isEqualTo("x");
    assertThat(document.findValuesAsString("$ref"))
        .allSatisfy(ref -> assertThat(document.at(ref.substring(1)).isMissingNode()).isFalse());
  }

  @Test
  void a_type_without_a_schema_has_no_message() {
    JsonNode document =
        AsyncApi.document(
            "t", List.of(new AsyncApi.Topic("x", "", List.of("unknown"))), SchemaSet.empty());
    assertThat(document.at("/channels/x/messages").isEmpty()).isTrue();
  }
}
