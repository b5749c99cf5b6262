package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Converts an event of an older version to the version of the schema that this upcast belongs to.
///
/// As JSON: `{"from": "1.0.0", "steps": [{"rename": "/title", "to": "name"}, {"add": "/tags",
/// "value": []}, {"move": "/a", "to": "/b/a"}, {"remove": "/c"}, {"set": "/d", "value": 1}]}`.
public record Upcast(SchemaVersion from, List<UpcastStep> steps) {

  private static final int MAX_STEPS = 200;

  public Upcast {
    steps = List.copyOf(steps);
    if (steps.size() > MAX_STEPS) {
      throw refused("has more than 200 steps; give it fewer");
    }
  }

  /// The event after all steps; the argument is not changed.
  public JsonNode apply(JsonNode event) {
    if (!(event.deepCopy() instanceof ObjectNode copy)) {
      throw refused("requires an event that is an object");
    }
    steps.forEach(step -> step.apply(copy));
    return copy;
  }

  public static Upcast read(JsonNode json) {
    JsonNode steps = json.path("steps");
    if (!json.path("from").isString() || !steps.isArray()) {
      throw refused("requires \"from\", a version, and \"steps\", a list");
    }
    List<UpcastStep> read = new ArrayList<>();
    steps.forEach(step -> read.add(step(step)));
    return new Upcast(SchemaVersion.of(json.path("from").stringValue()), read);
  }

  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("from", from.toString());
    var list = json.putArray("steps");
    steps.forEach(step -> list.add(json(step)));
    return json;
  }

  private static UpcastStep step(JsonNode json) {
    List<String> names = List.copyOf(json.propertyNames());
    if (names.isEmpty()) {
      throw unknown(json);
    }
    return switch (names.getFirst()) {
      case "rename" -> new UpcastStep.Rename(pointer(json, "rename"), text(json, "to"));
      case "move" -> new UpcastStep.Move(pointer(json, "move"), pointer(json, "to"));
      case "add" -> new UpcastStep.Add(pointer(json, "add"), value(json));
      case "set" -> new UpcastStep.Set(pointer(json, "set"), value(json));
      case "remove" -> new UpcastStep.Remove(pointer(json, "remove"));
      default -> throw unknown(json);
    };
  }

  private static ObjectNode json(UpcastStep step) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    return switch (step) {
      case UpcastStep.Rename(var at, var to) -> json.put("rename", at).put("to", to);
      case UpcastStep.Move(var at, var to) -> json.put("move", at).put("to", to);
      case UpcastStep.Add(var at, var value) -> json.put("add", at).set("value", value);
      case UpcastStep.Set(var at, var value) -> json.put("set", at).set("value", value);
      case UpcastStep.Remove(var at) -> json.put("remove", at);
    };
  }

  private static String text(JsonNode json, String name) {
    if (!json.path(name).isString() || json.path(name).stringValue().isEmpty()) {
      throw refused("has a step " + Text.quote(json.toString()) + " without " + name);
    }
    return json.path(name).stringValue();
  }

  private static String pointer(JsonNode json, String name) {
    String pointer = text(json, name);
    if (!pointer.startsWith("/")) {
      throw refused("has a step at " + Text.quote(pointer) + "; write a pointer such as /title");
    }
    return pointer;
  }

  private static JsonNode value(JsonNode json) {
    JsonNode value = json.get("value");
    if (value == null) {
      throw refused("has a step " + Text.quote(json.toString()) + " without value");
    }
    return value;
  }

  private static WaybillException unknown(JsonNode step) {
    return refused(
        "has an unknown step "
            + Text.quote(step.toString())
            + "; use rename, move, add, set or remove");
  }

  private static WaybillException refused(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, "the upcast " + why);
  }
}
