package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.events.schema.Registration.Registered;
import dev.waybill.events.schema.Registration.Rejected;
import dev.waybill.events.schema.Registration.Unchanged;
import dev.waybill.topic.Schema.Compatibility;
import dev.waybill.wire.topic.SchemaJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.ObjectNode;

final class SchemaSetTest {

  private static final String TEXT = "{\"properties\": {\"a\": {\"type\": \"string\"}}}";
  private static final String FREE_FOOD = BuiltInSchemas.FREE_FOOD_EVENT;

  @Test
  void a_registered_schema_is_found_by_type_and_version() {
    SchemaSet set = registered(SchemaSet.empty(), EventSchema.of("t", "1.0", TEXT));
    set = registered(set, EventSchema.of("t", "2.0", "{}"));
    assertThat(set.find("t", SchemaVersion.of("1.0")))
        .get()
        .extracting(EventSchema::text)
        .isEqualTo(TEXT);
    assertThat(set.latest("t")).get().extracting(EventSchema::version).hasToString("2.0");
    assertThat(set.versions("t")).extracting(SchemaVersion::toString).containsExactly("1.0", "2.0");
    assertThat(set.find("t", SchemaVersion.of("3.0"))).isEmpty();
    assertThat(set.latest("other")).isEmpty();
    assertThat(set.types()).containsExactly("t");
  }

  @Test
  void registering_returns_a_new_set() {
    SchemaSet before = SchemaSet.empty();
    registered(before, EventSchema.of("t", "1.0", TEXT));
    assertThat(before.types()).isEmpty();
  }

  @Test
  void registering_a_reformatted_schema_changes_nothing() {
    SchemaSet set = registered(SchemaSet.empty(), EventSchema.of("t", "1.0", TEXT));
    assertThat(set.register(EventSchema.of("t", "1.0", TEXT))).isInstanceOf(Unchanged.class);
    assertThat(set.register(EventSchema.of("t", "1.0", TEXT.replace(" ", "\n"))))
        .isInstanceOf(Unchanged.class);
  }

  @Test
  void another_schema_under_the_same_version_is_refused() {
    SchemaSet set = registered(SchemaSet.empty(), EventSchema.of("t", "1.0", TEXT));
    assertThat(reasons(set, EventSchema.of("t", "1.0", "{}")))
        .containsExactly("t 1.0 is registered with another text; give the change a new version");
  }

  @Test
  void the_mode_of_a_version_may_change() {
    SchemaSet set = registered(SchemaSet.empty(), EventSchema.of("t", "1.0", TEXT));
    EventSchema full = EventSchema.of("t", "1.0", TEXT).withCompatibility(Compatibility.FULL);
    assertThat(registered(set, full).latest("t")).contains(full);
  }

  @Test
  void an_unusable_schema_is_invalid_and_not_incompatible() {
    assertThatThrownBy(
            () -> SchemaSet.empty().register(EventSchema.of("t", "1.0", "{\"type\": 1}")))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_SCHEMA))
        .hasMessageContaining("/type");
  }

  @Test
  void a_type_keeps_one_form_of_versions() {
    SchemaSet set = registered(SchemaSet.empty(), EventSchema.of("t", "1.0", TEXT));
    assertThat(reasons(set, EventSchema.of("t", "2.0.0", TEXT)))
        .containsExactly("versions of t have the form of 1.0; use the same form");
  }

  @Test
  void a_lower_version_of_the_same_major_version_is_refused() {
    SchemaSet set = registered(SchemaSet.empty(), EventSchema.of("t", "1.1.0", TEXT));
    assertThat(reasons(set, EventSchema.of("t", "1.0.5", TEXT)))
        .containsExactly("t 1.0.5 is lower than the existing version 1.1.0; use a higher version");
  }

  @Test
  void an_older_major_version_can_still_grow() {
    SchemaSet set = registered(SchemaSet.empty(), EventSchema.of("t", "1.0", TEXT));
    set = registered(set, EventSchema.of("t", "2.0", "{}"));
    set = registered(set, EventSchema.of("t", "1.1", TEXT.replace("}}}", "}, \"b\": {}}}")));
    assertThat(set.versions("t")).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"1.0.1, true", "1.1.0, true", "2.0.0, true"})
  @Seed("S3.9")
  void an_optional_field_needs_a_patch(String version, boolean accepted) {
    EventSchema newer = freeFood(version, "tags", "{\"type\": \"array\"}");
    assertThat(BuiltInSchemas.set().register(newer) instanceof Registered).isEqualTo(accepted);
    assertThat(VersionRules.required(freeFood(), newer)).isEqualTo(Bump.PATCH);
  }

  @Test
  @Seed("S3.9")
  void a_removed_field_needs_a_minor_version_and_an_upcast_for_old_events() {
    EventSchema newer = without("1.0.1", "reason");
    assertThat(VersionRules.required(freeFood(), newer)).isEqualTo(Bump.MINOR);
    assertThat(reasons(BuiltInSchemas.set(), newer))
        .contains("/reason was removed: this needs at least version 1.1.0, not 1.0.1");
    EventSchema minor = without("1.1.0", "reason");
    assertThat(reasons(BuiltInSchemas.set(), minor))
        .singleElement()
        .asString()
        .startsWith("backward: /reason is not a field of the new schema");
    Upcast upcast = upcast("{\"from\": \"1.0.0\", \"steps\": [{\"remove\": \"/reason\"}]}");
    registered(BuiltInSchemas.set(), minor.withUpcast(upcast));
  }

  @Test
  @Seed("S3.9")
  void a_renamed_field_needs_a_minor_version() {
    EventSchema newer = EventSchema.of(FREE_FOOD, "1.1.0", renamed());
    assertThat(VersionRules.required(freeFood(), newer)).isEqualTo(Bump.MINOR);
    Upcast upcast =
        upcast("{\"from\": \"1.0.0\", \"steps\": [{\"rename\": \"/title\", \"to\": \"name\"}]}");
    registered(BuiltInSchemas.set(), newer.withUpcast(upcast));
    registered(BuiltInSchemas.set(), newer.withCompatibility(Compatibility.NONE));
    assertThat(reasons(BuiltInSchemas.set(), EventSchema.of(FREE_FOOD, "1.0.1", renamed())))
        .contains("/title was renamed to name: this needs at least version 1.1.0, not 1.0.1");
  }

  @Test
  @Seed("S3.9")
  void a_change_of_structure_needs_a_major_version() {
    String text = "{\"type\": \"array\"}";
    assertThat(reasons(BuiltInSchemas.set(), EventSchema.of(FREE_FOOD, "1.1.0", text)))
        .anyMatch(reason -> reason.endsWith("this needs at least version 2.0.0, not 1.1.0"));
    registered(BuiltInSchemas.set(), EventSchema.of(FREE_FOOD, "2.0.0", text));
  }

  @Test
  @Seed("S1.15")
  void with_two_numbers_additions_are_minor_and_other_changes_major() {
    EventSchema old = EventSchema.of("t", "1.0", TEXT);
    EventSchema more = EventSchema.of("t", "1.1", TEXT.replace("}}}", "}, \"b\": {}}}"));
    assertThat(VersionRules.required(old, more)).isEqualTo(Bump.MINOR);
    EventSchema less = EventSchema.of("t", "1.1", "{\"properties\": {}}");
    assertThat(VersionRules.required(old, less)).isEqualTo(Bump.MAJOR);
    SchemaSet set = registered(SchemaSet.empty(), old);
    registered(set, more);
    assertThat(reasons(set, less))
        .contains("/a was removed: this needs at least version 2.0, not 1.1");
  }

  @Test
  void a_schema_that_breaks_its_mode_is_refused_with_alternatives() {
    SchemaSet set = registered(SchemaSet.empty(), EventSchema.of("t", "1.0.0", TEXT));
    String relaxed = "{\"properties\": {\"a\": {}}}";
    EventSchema forward =
        EventSchema.of("t", "1.1.0", relaxed).withCompatibility(Compatibility.FORWARD);
    assertThat(reasons(set, forward))
        .isNotEmpty()
        .allMatch(reason -> reason.startsWith("forward: /a may be of type"))
        .allMatch(reason -> reason.endsWith("or give it a new major version or the mode none"));
    registered(set, EventSchema.of("t", "1.1.0", relaxed));
    registered(set, forward.withCompatibility(Compatibility.NONE));
  }

  @Test
  void an_upcast_that_makes_invalid_events_is_refused() {
    Upcast wrong = upcast("{\"from\": \"1.0.0\", \"steps\": [{\"remove\": \"/title\"}]}");
    assertThat(reasons(BuiltInSchemas.set(), freeFood("1.0.1", "tags", "{}").withUpcast(wrong)))
        .containsExactly(
            "FREE_FOOD_EVENT 1.0.1: the upcast produces an event that the schema refuses: /title is"
                + " missing; add it");
  }

  @Test
  void what_is_written_and_read_back_is_the_same() {
    EventSchema schema =
        freeFood("1.0.1", "tags", "{}")
            .withCompatibility(Compatibility.FULL)
            .withUpcast(
                upcast("{\"from\": \"1.0.0\", \"steps\": [{\"add\": \"/tags\", \"value\": []}]}"));
    byte[] written = SchemaJson.DOCUMENT.bytes(schema.definition());
    assertThat(EventSchema.of(SchemaJson.DOCUMENT.read(written))).isEqualTo(schema);
    assertThat(SchemaSet.of(BuiltInSchemas.all()).all())
        .containsExactlyInAnyOrderElementsOf(BuiltInSchemas.all());
  }

  private static EventSchema freeFood() {
    return BuiltInSchemas.set().latest(FREE_FOOD).orElseThrow();
  }

  private static EventSchema freeFood(String version, String field, String schema) {
    ObjectNode tree = (ObjectNode) JsonTrees.read(freeFood().text());
    ((ObjectNode) tree.get("properties")).set(field, JsonTrees.read(schema));
    return EventSchema.of(FREE_FOOD, version, tree.toString());
  }

  private static EventSchema without(String version, String field) {
    ObjectNode tree = (ObjectNode) JsonTrees.read(freeFood().text());
    ((ObjectNode) tree.get("properties")).remove(field);
    return EventSchema.of(FREE_FOOD, version, tree.toString());
  }

  private static String renamed() {
    return freeFood()
        .text()
        .replace("\"title\", \"source\"", "\"name\", \"source\"")
        .replace("\"title\": {", "\"name\": {");
  }

  private static Upcast upcast(String json) {
    return Upcast.read(JsonTrees.read(json));
  }

  private static SchemaSet registered(SchemaSet set, EventSchema schema) {
    Registration answer = set.register(schema);
    assertThat(answer).isInstanceOf(Registered.class);
    return ((Registered) answer).schemas();
  }

  private static List<String> reasons(SchemaSet set, EventSchema schema) {
    Registration answer = set.register(schema);
    assertThat(answer).isInstanceOf(Rejected.class);
    return ((Rejected) answer).reasons();
  }
}
