package dev.waybill.events.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.jsonschema.JsonTrees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class UpcastersTest {

  private static final SchemaVersion ONE = SchemaVersion.of("1.0");
  private static final SchemaVersion TWO = SchemaVersion.of("2.0");
  private static final SchemaVersion THREE = SchemaVersion.of("3.0");

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "{\"rename\": \"/title\", \"to\": \"name\"} @ {\"a\":{\"b\":1},\"name\":\"x\"}",
        "{\"rename\": \"/a/b\", \"to\": \"c\"} @ {\"title\":\"x\",\"a\":{\"c\":1}}",
        "{\"rename\": \"/gone\", \"to\": \"c\"} @ {\"title\":\"x\",\"a\":{\"b\":1}}",
        "{\"move\": \"/a/b\", \"to\": \"/c/d\"} @ {\"title\":\"x\",\"a\":{},\"c\":{\"d\":1}}",
        "{\"move\": \"/gone/b\", \"to\": \"/c/d\"} @ {\"title\":\"x\",\"a\":{\"b\":1}}",
        "{\"move\": \"/gone\", \"to\": \"/c/d\"} @ {\"title\":\"x\",\"a\":{\"b\":1}}",
        "{\"add\": \"/tags\", \"value\": []} @ {\"title\":\"x\",\"a\":{\"b\":1},\"tags\":[]}",
        "{\"add\": \"/title\", \"value\": \"y\"} @ {\"title\":\"x\",\"a\":{\"b\":1}}",
        "{\"set\": \"/title\", \"value\": \"y\"} @ {\"title\":\"y\",\"a\":{\"b\":1}}",
        "{\"remove\": \"/a\"} @ {\"title\":\"x\"}",
        "{\"remove\": \"/gone/b\"} @ {\"title\":\"x\",\"a\":{\"b\":1}}"
      })
  void a_step_changes_a_copy_of_the_event(String step, String expected) {
    JsonNode event = JsonTrees.read("{\"title\":\"x\",\"a\":{\"b\":1}}");
    Upcast upcast = upcast(step);
    assertThat(upcast.apply(event)).hasToString(expected);
    assertThat(event).hasToString("{\"title\":\"x\",\"a\":{\"b\":1}}");
    assertThat(Upcast.read(upcast.json())).isEqualTo(upcast);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '@',
      quoteCharacter = '`',
      value = {
        "{} @ use rename, move, add, set or remove",
        "{\"drop\": \"/a\"} @ use rename, move, add, set or remove",
        "{\"rename\": \"/a\"} @ without to",
        "{\"add\": \"/a\"} @ without value",
        "{\"remove\": \"a\"} @ write a pointer such as /title"
      })
  void an_invalid_step_is_refused(String step, String words) {
    assertThatThrownBy(() -> upcast(step))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining(words);
  }

  @Test
  void a_step_never_overwrites_a_field() {
    Upcast upcast = upcast("{\"rename\": \"/a\", \"to\": \"b\"}");
    assertThatThrownBy(() -> upcast.apply(JsonTrees.read("{\"a\": 1, \"b\": 2}")))
        .hasMessage("the event cannot be upcast: there is already a value at b");
    Upcast into = upcast("{\"set\": \"/a/b\", \"value\": 1}");
    assertThatThrownBy(() -> into.apply(JsonTrees.read("{\"a\": 1}")))
        .hasMessage("the event cannot be upcast: there is already a value at /a/b");
  }

  @Test
  void a_chain_is_found_over_several_versions() {
    Upcasters chain =
        Upcasters.none()
            .with("t", TWO, THREE, event -> put(event, "three"))
            .with("t", ONE, TWO, event -> put(event, "two"));
    assertThat(chain.path("t", ONE, THREE)).containsExactly(ONE, TWO, THREE);
    assertThat(chain.upcast("t", JsonTrees.read("{}"), ONE, THREE))
        .hasToString("{\"two\":1,\"three\":1}");
    assertThat(chain.upcast("t", JsonTrees.read("{}"), TWO, TWO)).hasToString("{}");
  }

  @Test
  void the_shortest_chain_is_used() {
    Upcasters chain =
        Upcasters.none()
            .with("t", ONE, TWO, event -> put(event, "two"))
            .with("t", TWO, THREE, event -> put(event, "three"))
            .with("t", ONE, THREE, event -> put(event, "both"));
    assertThat(chain.path("t", ONE, THREE)).containsExactly(ONE, THREE);
  }

  @Test
  void a_missing_chain_is_refused_with_advice() {
    Upcasters chain = Upcasters.none().with("t", ONE, TWO, event -> event);
    assertThat(chain.path("t", ONE, THREE)).isEmpty();
    assertThat(chain.path("other", ONE, TWO)).isEmpty();
    assertThatThrownBy(() -> chain.upcast("t", JsonTrees.read("{}"), ONE, THREE))
        .isInstanceOfSatisfying(
            WaybillException.class, missing -> assertThat(missing.code()).isEqualTo(Code.NOT_FOUND))
        .hasMessage("no upcast leads from t 1.0 to 3.0; register one with the schema of 3.0");
  }

  @Test
  void loops_and_duplicates_are_refused() {
    Upcasters chain = Upcasters.none().with("t", ONE, TWO, event -> event);
    assertThatThrownBy(() -> chain.with("t", TWO, ONE, event -> event))
        .hasMessageContaining("would run in a loop");
    assertThatThrownBy(() -> chain.with("t", ONE, ONE, event -> event))
        .hasMessageContaining("would run in a loop");
    assertThatThrownBy(() -> chain.with("t", ONE, TWO, event -> event))
        .hasMessageContaining("exists already");
    assertThatThrownBy(
            () -> EventSchema.of("t", "1.0", "{}").withUpcast(upcast("{\"remove\": \"/a\"}")))
        .hasMessageContaining("run in a loop");
  }

  @Test
  void upcasts_of_registered_schemas_are_found() {
    EventSchema first = EventSchema.of("t", "1.0", "{}");
    EventSchema second =
        EventSchema.of("t", "2.0", "{}").withUpcast(upcast("{\"remove\": \"/a\"}"));
    Upcasters chain = Upcasters.of(SchemaSet.of(java.util.List.of(first, second)));
    assertThat(chain.upcast("t", JsonTrees.read("{\"a\":1,\"b\":2}"), ONE, TWO))
        .hasToString("{\"b\":2}");
  }

  private static Upcast upcast(String step) {
    return Upcast.read(JsonTrees.read("{\"from\": \"1.0\", \"steps\": [" + step + "]}"));
  }

  private static JsonNode put(JsonNode event, String name) {
    return ((ObjectNode) event.deepCopy()).put(name, 1);
  }
}
