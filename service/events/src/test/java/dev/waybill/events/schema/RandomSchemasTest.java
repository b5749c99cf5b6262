package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Random schemas, changes and events against the library. The seeds are fixed, and named on
/// failure.
final class RandomSchemasTest {

  private static final int PAIRS = 600;
  private static final int EVENTS = 25;

  @Test
  void where_two_schemas_are_called_compatible_no_event_shows_otherwise() {
    Tally tally = new Tally();
    for (long seed = 1; seed <= PAIRS; seed++) {
      RandomSchemas schemas = new RandomSchemas(seed);
      ObjectNode older = schemas.schema();
      ObjectNode newer = schemas.changed(older);
      assertContained(schemas, older, newer, tally, CompatibilityMode.BACKWARD, seed);
      assertContained(schemas, newer, older, tally, CompatibilityMode.FORWARD, seed);
    }
    assertThat(tally.compatible).isGreaterThan(PAIRS / 5);
    assertThat(tally.incompatible).isGreaterThan(PAIRS / 5);
    assertThat(tally.events).isGreaterThan(PAIRS);
    assertThat(tally.shown).as("judged rightly").isGreaterThan(tally.incompatible / 4);
  }

  @Test
  void what_the_quick_check_calls_surely_valid_is_valid() {
    int sure = 0;
    int valid = 0;
    for (long seed = 1; seed <= PAIRS; seed++) {
      RandomSchemas schemas = new RandomSchemas(seed);
      ObjectNode schema = schemas.schema();
      Schema library = Library.compile(schema);
      QuickCheck quick = QuickChecks.of(schema);
      for (int i = 0; i < EVENTS; i++) {
        JsonNode event = i % 4 == 0 ? schemas.value(2) : schemas.event(schema, schema);
        boolean isValid = library.validate(event).isEmpty();
        boolean isSure = quick.surelyValid(event);
        assertThat(isValid || !isSure).as("seed %d: %s accepts %s", seed, schema, event).isTrue();
        sure += isSure ? 1 : 0;
        valid += isValid ? 1 : 0;
      }
    }
    assertThat(sure).as("of %d valid events", valid).isGreaterThan(valid / 2);
  }

  @Test
  void a_sample_is_valid_or_the_schema_is_said_to_need_an_example() {
    int made = 0;
    for (long seed = 1; seed <= PAIRS; seed++) {
      ObjectNode schema = new RandomSchemas(seed).schema();
      CompiledSchema compiled = CompiledSchema.of(schema.toString());
      try {
        assertThat(compiled.validate(SamplePayload.of("sample", compiled))).isEmpty();
        made++;
      } catch (dev.waybill.WaybillException none) {
        assertThat(none).hasMessageContaining("give the schema examples there");
      }
    }
    assertThat(made).isGreaterThan(PAIRS / 2);
  }

  private static void assertContained(
      RandomSchemas schemas,
      ObjectNode writer,
      ObjectNode reader,
      Tally tally,
      CompatibilityMode direction,
      long seed) {
    boolean compatible = Containment.reasons(writer, reader, direction).isEmpty();
    Schema writes = Library.compile(writer);
    Schema reads = Library.compile(reader);
    boolean shown = false;
    for (int i = 0; i < EVENTS; i++) {
      JsonNode event = schemas.event(writer, writer);
      if (writes.validate(event).isEmpty()) {
        boolean accepted = reads.validate(event).isEmpty();
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
