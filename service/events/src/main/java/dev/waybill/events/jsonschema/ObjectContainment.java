package dev.waybill.events.jsonschema;

import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/// Compares the fields of an object in two schemas.
record ObjectContainment(Containment whole, JsonNode writer, JsonNode reader) {

  void compare(String at) {
    ValueContainment.counts(whole, at, "Properties", writer, reader);
    Set<String> always = names(writer);
    whole.steps().take(writer.size() + reader.size());
    for (String name : names(reader)) {
      if (!always.contains(name)) {
        whole.broken(Pointers.child(at, name), "is required by {reader} but not by {writer}");
      }
    }
    Set<String> known = new TreeSet<>(writer.path("properties").propertyNames());
    known.addAll(reader.path("properties").propertyNames());
    known.addAll(always);
    known.forEach(name -> compareField(at, name, always.contains(name)));
    compareOthers(at);
  }

  private void compareField(String at, String name, boolean always) {
    String field = Pointers.child(at, name);
    JsonNode written = writer.path("properties").path(name);
    JsonNode read = reader.path("properties").path(name);
    if (!written.isMissingNode() && read.isMissingNode() && isFalse(others(reader))) {
      if (!isFalse(written)) {
        whole.broken(
            field, "is not a field of {reader}, which allows no unknown fields; {writer} has it");
      }
    } else if (!written.isMissingNode() || isRestricted(others(writer)) || always) {
      whole.compare(
          field,
          written.isMissingNode() ? others(writer) : written,
          read.isMissingNode() ? others(reader) : read);
    }
  }

  /// Compares fields that neither side names.
  private void compareOthers(String at) {
    if (isFalse(others(reader)) && !isFalse(others(writer))) {
      whole.broken(at, "may have unknown fields by {writer} but not by {reader}");
    } else {
      whole.compare(Pointers.child(at, "*"), others(writer), others(reader));
    }
  }

  private static boolean isRestricted(JsonNode others) {
    return !others.isBoolean() || !others.booleanValue();
  }

  private static boolean isFalse(JsonNode schema) {
    return schema.isBoolean() && !schema.booleanValue();
  }

  private static JsonNode others(JsonNode schema) {
    return schema.has("additionalProperties")
        ? schema.get("additionalProperties")
        : BooleanNode.TRUE;
  }

  private static Set<String> names(JsonNode schema) {
    Set<String> names = new HashSet<>();
    schema.path("required").forEach(name -> names.add(name.asString("")));
    return names;
  }
}
