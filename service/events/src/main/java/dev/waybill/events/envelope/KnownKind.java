package dev.waybill.events.envelope;

import dev.waybill.Code;
import dev.waybill.topic.Attribute;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The kinds of events with built-in schemas. The schema defines the structure; this class defines
/// what identifies such an event, and rules that a schema cannot express.
///
/// @param timeField the field with the time of the event
/// @param attributes pointers to the attributes to filter by, each named by its last step
record KnownKind(
    Envelope.Kind kind, Type type, String timeField, List<String> attributes, List<Rule> rules) {

  private static final Pattern SEMANTIC = Pattern.compile("[0-9]+\\.[0-9]+\\.[0-9]+");

  /// A message exists. The event contains only identifiers, so it is small enough for SQS.
  static final KnownKind MESSAGE_CREATED =
      new KnownKind(
          Envelope.Kind.MESSAGE_CREATED,
          new Type("event_type", "message_created", 256 * 1024),
          "timestamp",
          List.of("/event_type", "/message/message_type", "/message/stage", "/source"),
          List.of(
              new Rule(
                  "/event_id",
                  event -> !event.at("/event_id").equals(event.at("/message/message_id")),
                  "must differ from /message/message_id; give every event a unique ID")));

  /// An event of the event bus.
  static final KnownKind FREE_FOOD_EVENT =
      new KnownKind(
          Envelope.Kind.FREE_FOOD_EVENT,
          new Type("type", "FREE_FOOD_EVENT", Envelopes.MAX_BYTES),
          "published_at",
          List.of("/type", "/source"),
          List.of(
              new Rule(
                  "/schema_version",
                  event -> isSemantic(event.at("/schema_version")),
                  "must be a version such as \"1.0.0\""),
              new Rule(
                  "/retries",
                  event -> isWhole(event.at("/retries")),
                  "must be an integer without fraction and exponent")));

  private static final List<KnownKind> ALL = List.of(MESSAGE_CREATED, FREE_FOOD_EVENT);

  /// The type field and the maximum size of events of the kind.
  record Type(String field, String name, int maxBytes) {}

  /// The kind that the type field names, or null.
  static @Nullable KnownKind of(ObjectNode tree) {
    for (KnownKind known : ALL) {
      JsonNode named = tree.get(known.type.field);
      if (named != null && named.isString() && named.stringValue().equals(known.type.name)) {
        return known;
      }
    }
    return null;
  }

  ObjectFields fields(ObjectNode tree) {
    return new ObjectFields(tree, "", "an event of type " + type.name);
  }

  void checkSize(byte[] body) {
    if (body.length > type.maxBytes) {
      throw new InvalidEvent(
          Code.PAYLOAD_TOO_LARGE,
          "",
          "has %d bytes; an event of type %s has at most %d"
              .formatted(body.length, type.name, type.maxBytes));
    }
  }

  void checkRules(ObjectNode tree) {
    rules.forEach(rule -> rule.check(tree));
  }

  /// The attributes to filter by, named by the last step of each pointer. Missing ones are skipped.
  Map<String, Attribute> attributes(ObjectNode tree) {
    Map<String, Attribute> found = new LinkedHashMap<>();
    for (String pointer : attributes) {
      JsonNode value = tree.at(pointer);
      if (value.isString()) {
        found.put(
            pointer.substring(pointer.lastIndexOf('/') + 1), Attribute.of(value.stringValue()));
      }
    }
    return found;
  }

  private static boolean isSemantic(JsonNode version) {
    return version.isString() && SEMANTIC.matcher(version.stringValue()).matches();
  }

  private static boolean isWhole(JsonNode retries) {
    return !retries.isNumber() || retries.isIntegralNumber();
  }
}
