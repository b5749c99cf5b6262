package dev.waybill.events.envelope;

import dev.waybill.Text;
import dev.waybill.topic.Attribute;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON of a [FreeFoodEvent]: which field stands where, and which must be there.
final class FreeFoodEventJson {

  private static final Set<String> KNOWN =
      Set.of(
          "schema_version",
          "event_id",
          "title",
          "description",
          "location",
          "start_time",
          "source",
          "llm_confidence",
          "reason",
          "type",
          "published_at",
          "retries",
          "metadata");

  private static final int SHOWN = 80;

  private FreeFoodEventJson() {}

  /// Whether the object says that it is such an event. Then all rules of one hold.
  static boolean isOne(ObjectNode tree) {
    JsonNode type = tree.get("type");
    return type != null && type.isString() && type.stringValue().equals(FreeFoodEvent.TYPE);
  }

  static Fields fields(ObjectNode tree) {
    return new Fields(tree, "", "an event of the bus");
  }

  static FreeFoodEvent read(ObjectNode tree) {
    Fields event = fields(tree);
    String type = event.text("type");
    Invalid.check(type.equals(FreeFoodEvent.TYPE), "/type", "must be \"FREE_FOOD_EVENT\"", type);
    return new FreeFoodEvent(
        event.text("schema_version"),
        event.text("event_id"),
        event.text("title"),
        event.optionalText("description"),
        event.optionalText("location"),
        optionalUtc(event, "start_time"),
        event.text("source"),
        confidence(event),
        event.optionalText("reason"),
        publishedAt(event),
        retries(event),
        metadata(event));
  }

  /// What a producer may not do: add fields to a version that does not have them.
  static void refuseNewFields(ObjectNode tree) {
    for (String name : tree.propertyNames()) {
      if (!KNOWN.contains(name)) {
        throw Invalid.at(
            StrictJson.step(name),
            "is not a field of version 1.0.0; put it into /metadata, or raise /schema_version");
      }
    }
  }

  static Map<String, Attribute> attributes(String source) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    attributes.put("type", Attribute.of(FreeFoodEvent.TYPE));
    attributes.put("source", Attribute.of(source));
    return attributes;
  }

  static byte[] write(FreeFoodEvent event) {
    ObjectNode tree = StrictJson.MAPPER.createObjectNode();
    tree.put("schema_version", event.schemaVersion());
    tree.put("event_id", event.eventId());
    tree.put("title", event.title());
    putIfSaid(tree, "description", event.description());
    putIfSaid(tree, "location", event.location());
    putIfSaid(tree, "start_time", event.startTime() == null ? null : "" + event.startTime());
    tree.put("source", event.source());
    if (event.llmConfidence() != null) {
      tree.put("llm_confidence", event.llmConfidence());
    }
    putIfSaid(tree, "reason", event.reason());
    tree.put("type", FreeFoodEvent.TYPE);
    tree.put("published_at", event.publishedAt().toString());
    tree.put("retries", event.retries());
    tree.set("metadata", event.metadata());
    return StrictJson.MAPPER.writeValueAsBytes(tree);
  }

  static Instant utc(String pointer, String text) {
    Instant time = text.endsWith("Z") ? Rfc3339.parse(text) : null;
    if (time == null) {
      throw Invalid.at(
          pointer,
          "must be a UTC time that ends in Z, such as 2025-11-02T18:00:00Z; it is "
              + Text.quote(text));
    }
    return time;
  }

  /// A whole number without fraction and exponent.
  static int retries(Fields event) {
    JsonNode value = event.get("retries");
    if (value == null) {
      throw event.missing("retries", "a whole number; a producer starts with 0");
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0) {
      String shown = Text.storable(value.toString(), SHOWN);
      throw Invalid.at("/retries", "must be a whole number of 0 or more; it is " + shown);
    }
    return value.intValue();
  }

  private static @Nullable Instant optionalUtc(Fields event, String name) {
    String text = event.optionalText(name);
    return text == null ? null : utc(event.at(name), text);
  }

  private static Instant publishedAt(Fields event) {
    Instant time = optionalUtc(event, "published_at");
    if (time == null) {
      throw event.missing("published_at", "the UTC time of publishing, ending in Z");
    }
    return time;
  }

  private static @Nullable BigDecimal confidence(Fields event) {
    JsonNode value = event.get("llm_confidence");
    if (value == null) {
      return null;
    }
    if (!value.isNumber()) {
      throw Invalid.at(
          "/llm_confidence", "must be a number from 0 to 1; it is " + Fields.kindOf(value));
    }
    return value.decimalValue();
  }

  private static ObjectNode metadata(Fields event) {
    JsonNode value = event.node().get("metadata");
    Invalid.check(
        value == null || !value.isNull(), "/metadata", "must be an object, never null; send {}");
    return event.object("metadata").node();
  }

  private static void putIfSaid(ObjectNode tree, String name, @Nullable String value) {
    if (value != null) {
      tree.put(name, value);
    }
  }
}
