package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.events.jsonschema.Change;
import dev.waybill.events.jsonschema.Change.Kind;
import dev.waybill.topic.Schema.Compatibility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SchemaDiffTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "{\"title\": \"a\"} @ {\"title\": \"b\"} @ DESCRIPTION @ the event has another title",
        "{} @ {\"properties\": {\"a\": {}}} @ FIELD_ADDED @ /a was added and may be missing",
        "{} @ {\"properties\": {\"a\": {}}, \"required\": [\"a\"]} @ STRUCTURE @ /a was added and"
            + " is required",
        "{\"properties\": {\"a\": {}}} @ {} @ FIELD_REMOVED @ /a was removed",
        "{\"properties\": {\"a\": {\"type\": \"null\"}}} @ {\"properties\": {\"b\": {\"type\":"
            + " \"null\"}}} @ FIELD_REMOVED @ /a was renamed to b",
        "{\"properties\": {\"a\": {}}} @ {\"properties\": {\"a\": {}}, \"required\": [\"a\"]} @"
            + " STRUCTURE @ /a is required now",
        "{\"properties\": {\"a\": {}}, \"required\": [\"a\"]} @ {\"properties\": {\"a\": {}}} @"
            + " RELAXED @ /a may be missing now",
        "{\"required\": [\"a\"]} @ {\"required\": [\"b\"]} @ STRUCTURE @ /b is required now",
        "{\"type\": \"integer\"} @ {\"type\": \"number\"} @ RELAXED @ the event has the rule type"
            + " \"number\", which was \"integer\"",
        "{\"type\": \"number\"} @ {\"type\": \"integer\"} @ STRUCTURE @ the event has the rule type"
            + " \"integer\", which was \"number\"",
        "{\"enum\": [1]} @ {\"enum\": [1, 2]} @ RELAXED @ the event has the rule enum [1,2], which"
            + " was [1]",
        "{\"enum\": [1, 2]} @ {\"enum\": [1]} @ STRUCTURE @ the event has the rule enum [1], which"
            + " was [1,2]",
        "{\"maxLength\": 1} @ {} @ RELAXED @ the event no longer has the rule maxLength 1",
        "{} @ {\"maxLength\": 1} @ STRUCTURE @ the event has a new rule maxLength 1",
        "{} @ {\"additionalProperties\": false} @ STRUCTURE @ the event may no longer have"
            + " unknown fields",
        "{\"additionalProperties\": false} @ {} @ RELAXED @ the event may have unknown fields now",
        "{} @ {\"items\": {\"type\": \"null\"}} @ STRUCTURE @ the event may no longer have items"
            + " of any kind",
        "{\"items\": {\"type\": \"null\"}} @ {} @ RELAXED @ the event may have items of any kind"
            + " now",
        "{\"items\": {\"minimum\": 1}} @ {\"items\": {\"minimum\": 2}} @ STRUCTURE @ /* has the"
            + " rule minimum 2, which was 1"
      })
  void each_change_is_described_with_its_pointer(
      String older, String newer, Kind kind, String words) {
    SchemaDiff diff = diff(older, newer);
    assertThat(diff.changes()).hasSize(1);
    assertThat(diff.changes().getFirst().kind()).isEqualTo(kind);
    assertThat(diff.changes().getFirst()).hasToString(words);
  }

  @Test
  void the_same_schema_has_no_changes() {
    EventSchema schema = BuiltInSchemas.all().getFirst();
    assertThat(SchemaDiff.between(schema, schema).changes()).isEmpty();
    assertThat(SchemaDiff.between(schema, schema).breaks()).isEmpty();
  }

  @Test
  void the_bump_and_the_broken_modes_are_returned() {
    SchemaDiff diff = diff("{\"type\": \"integer\"}", "{\"type\": \"number\"}");
    assertThat(diff.bump()).isEqualTo(Bump.MINOR);
    assertThat(diff.breaks()).containsExactlyInAnyOrder(Compatibility.FORWARD, Compatibility.FULL);
  }

  @Test
  void a_changed_definition_is_reported_where_it_is_used() {
    String text =
        "{\"$defs\": {\"d\": {\"type\": \"%s\"}}, \"properties\": {\"a\": {\"$ref\":"
            + " \"#/$defs/d\"}}}";
    assertThat(diff(text.formatted("string"), text.formatted("null")).changes())
        .extracting(Change::pointer)
        .containsExactly("/a");
  }

  @Test
  void the_additions_of_message_created_2_0_are_listed() {
    SchemaDiff diff = SchemaDiff.between(BuiltInSchemas.all().get(0), BuiltInSchemas.all().get(1));
    assertThat(diff.changes())
        .extracting(Change::toString)
        .contains(
            "/message/priority was added and may be missing",
            "/message/retry_policy was added and may be missing");
    assertThat(diff.bump()).isEqualTo(Bump.MAJOR);
  }

  private static SchemaDiff diff(String older, String newer) {
    return SchemaDiff.between(
        EventSchema.of("t", "1.0.0", older), EventSchema.of("t", "1.0.1", newer));
  }
}
