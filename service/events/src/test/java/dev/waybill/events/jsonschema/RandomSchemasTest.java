package dev.waybill.events.jsonschema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.events.pattern.StepBudget;
import dev.waybill.events.schema.EventSchema;
import dev.waybill.events.schema.SamplePayload;
import dev.waybill.topic.Schema.Compatibility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Random schemas, changes and events, compared with another library. The seeds are fixed, and
/// reported on failure.
final class RandomSchemasTest {

  private static final int PAIRS = 600;
  private static final int EVENTS = 25;

  @Test
  void compatible_schemas_accept_the_same_random_events() {
    Tally tally = new Tally();
    for (long seed = 1; seed <= PAIRS; seed++) {
      RandomSchemas schemas = new RandomSchemas(seed);
      ObjectNode older = schemas.schema();
      ObjectNode newer = schemas.changed(older);
      assertContained(schemas, older, newer, tally, Compatibility.BACKWARD, seed);
      assertContained(schemas, newer, older, tally, Compatibility.FORWARD, seed);
    }
    assertThat(tally.compatible).isGreaterThan(PAIRS / 5);
    assertThat(tally.incompatible).isGreaterThan(PAIRS / 5);
    assertThat(tally.events).isGreaterThan(PAIRS);
    assertThat(tally.shown).as("judged rightly").isGreaterThan(tally.incompatible / 4);
  }

  @Test
  void another_implementation_has_the_same_verdict() {
    int valid = 0;
    for (long seed = 1; seed <= PAIRS; seed++) {
      RandomSchemas schemas = new RandomSchemas(seed);
      ObjectNode schema = schemas.schema();
      Oracle oracle = Oracle.of(schema);
      CompiledSchema ours = CompiledSchema.of(schema.toString());
      for (int i = 0; i < EVENTS; i++) {
        JsonNode event = i % 4 == 0 ? schemas.value(2) : schemas.event(schema, schema);
        boolean expected = oracle.accepts(event);
        assertThat(ours.validate(event).isEmpty())
            .as("seed %d: %s accepts %s", seed, schema, event)
            .isEqualTo(expected);
        valid += expected ? 1 : 0;
      }
    }
    assertThat(valid).isBetween(PAIRS, PAIRS * EVENTS - PAIRS);
  }

  @Test
  void a_sample_is_valid_or_an_example_is_required() {
    int made = 0;
    for (long seed = 1; seed <= PAIRS; seed++) {
      ObjectNode schema = new RandomSchemas(seed).schema();
      CompiledSchema compiled = CompiledSchema.of(schema.toString());
      try {
        EventSchema named = EventSchema.of("sample", "1.0", schema.toString());
        assertThat(compiled.validate(SamplePayload.of(named))).isEmpty();
        made++;
      } catch (dev.waybill.WaybillException none) {
        assertThat(none).hasMessageContaining("add examples to the schema there");
      }
    }
    assertThat(made).isGreaterThan(PAIRS / 2);
  }

  private static void assertContained(
      RandomSchemas schemas,
      ObjectNode writer,
      ObjectNode reader,
      Tally tally,
      Compatibility direction,
      long seed) {
    StepBudget steps = StepBudget.forRequest();
    boolean compatible =
        Containment.reasons(Refs.of(writer, steps), Refs.of(reader, steps), direction, steps)
            .isEmpty();
    Oracle writes = Oracle.of(writer);
    Oracle reads = Oracle.of(reader);
    boolean shown = false;
    for (int i = 0; i < EVENTS; i++) {
      JsonNode event = schemas.event(writer, writer);
      if (writes.accepts(event)) {
        boolean accepted = reads.accepts(event);
        assertThat(accepted || !compatible)
            .as("seed %d %s: %s writes %s, read by %s", seed, direction, writer, event, reader)
            .isTrue();
        tally.events++;
        shown |= !accepted;
      }
    }
    tally.compatible += compatible ? 1 : 0;
    tally.incompatible += compatible ? 0 : 1;
    tally.shown += shown ? 1 : 0;
  }

  private static final class Tally {
    int compatible;
    int incompatible;
    int events;
    int shown;
  }
}
