package dev.waybill.events.jsonschema;

import java.math.BigDecimal;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/// Compares the rules of two schemas for strings, numbers and arrays.
final class ValueContainment {

  private ValueContainment() {}

  static void compare(Containment whole, String at, String type, JsonNode writer, JsonNode reader) {
    switch (type) {
      case "string" -> text(whole, at, writer, reader);
      case "integer", Types.FRACTION -> number(whole, at, writer, reader);
      case "array" -> list(whole, at, writer, reader);
      default -> {}
    }
  }

  /// Reports a reader's range that does not include the writer's range.
  static void counts(Containment whole, String at, String what, JsonNode writer, JsonNode reader) {
    long writersLeast = count(writer, "min" + what, 0);
    long writersMost = count(writer, "max" + what, Long.MAX_VALUE);
    long least = count(reader, "min" + what, 0);
    long most = count(reader, "max" + what, Long.MAX_VALUE);
    if (least > writersLeast) {
      whole.broken(
          at, "has min" + what + " " + least + " in {reader}, which is tighter than in {writer}");
    }
    if (most < writersMost) {
      whole.broken(
          at, "has max" + what + " " + most + " in {reader}, which is tighter than in {writer}");
    }
  }

  private static void text(Containment whole, String at, JsonNode writer, JsonNode reader) {
    counts(whole, at, "Length", writer, reader);
    for (String keyword : List.of("pattern", "format")) {
      JsonNode rule = reader.path(keyword);
      if (!rule.isMissingNode() && !rule.equals(writer.path(keyword))) {
        whole.broken(
            at, "must have the " + keyword + " " + rule + " in {reader} but not in {writer}");
      }
    }
  }

  private static void number(Containment whole, String at, JsonNode writer, JsonNode reader) {
    if (Bound.lower(reader).isTighterThan(Bound.lower(writer))) {
      whole.broken(
          at, "must be " + Bound.lower(reader) + " in {reader}, which is tighter than in {writer}");
    }
    if (Bound.upper(reader).isTighterThan(Bound.upper(writer))) {
      whole.broken(
          at, "must be " + Bound.upper(reader) + " in {reader}, which is tighter than in {writer}");
    }
    JsonNode multiple = reader.path("multipleOf");
    if (!multiple.isMissingNode() && !isMultiple(writer.path("multipleOf"), multiple)) {
      whole.broken(at, "must be a multiple of " + multiple + " in {reader} but not in {writer}");
    }
  }

  private static boolean isMultiple(JsonNode of, JsonNode multiple) {
    return of.isNumber()
        && of.decimalValue().remainder(multiple.decimalValue()).compareTo(BigDecimal.ZERO) == 0;
  }

  private static void list(Containment whole, String at, JsonNode writer, JsonNode reader) {
    counts(whole, at, "Items", writer, reader);
    if (reader.path("uniqueItems").asBoolean(false)
        && !writer.path("uniqueItems").asBoolean(false)) {
      whole.broken(at, "must have unique items in {reader} but not in {writer}");
    }
    if (reader.has("items") && count(writer, "maxItems", Long.MAX_VALUE) > 0) {
      JsonNode written = writer.has("items") ? writer.get("items") : BooleanNode.TRUE;
      whole.compare(Pointers.child(at, "*"), written, reader.get("items"));
    }
  }

  private static long count(JsonNode schema, String keyword, long otherwise) {
    JsonNode number = schema.get(keyword);
    return number == null ? otherwise : (long) number.doubleValue();
  }
}
