package dev.waybill.events.envelope;

import dev.waybill.Code;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.Text;
import dev.waybill.topic.Attribute;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The JSON of a [MessageCreated]: which field stands where, and which must be there.
final class MessageCreatedJson {

  private MessageCreatedJson() {}

  /// Whether the object says that it is such an event. Then all rules of one hold.
  static boolean isOne(ObjectNode tree) {
    JsonNode type = tree.get("event_type");
    return type != null && type.isString() && type.stringValue().equals(MessageCreated.EVENT_TYPE);
  }

  /// It carries identifiers, so it is small; queues of SQS take no larger one either.
  static void checkSize(byte[] body) {
    if (body.length > MessageCreated.MAX_BYTES) {
      throw new InvalidEvent(
          Code.PAYLOAD_TOO_LARGE,
          "",
          "has %d bytes; a message_created event has at most %d: send identifiers only"
              .formatted(body.length, MessageCreated.MAX_BYTES));
    }
  }

  static Fields fields(ObjectNode tree) {
    return new Fields(tree, "", "a message_created event");
  }

  static MessageCreated read(ObjectNode tree) {
    Fields event = fields(tree);
    String version = event.text("schema_version");
    String type = event.text("event_type");
    Invalid.check(
        type.equals(MessageCreated.EVENT_TYPE), "/event_type", "must be \"message_created\"", type);
    boolean second = version.equals(MessageCreated.VERSION_2);
    Fields message = event.object("message");
    return new MessageCreated(
        version,
        event.text("event_id"),
        event.time("timestamp"),
        event.text("source"),
        message(message),
        metadata(event.object("metadata")),
        second ? priority(message) : null,
        second ? retryPolicy(message) : null);
  }

  /// The four attributes of such an event; of another version those that are there.
  static Map<String, Attribute> attributes(Fields event, Fields message) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    attributes.put("event_type", Attribute.of(MessageCreated.EVENT_TYPE));
    put(attributes, message, "message_type");
    put(attributes, message, "stage");
    put(attributes, event, "source");
    return attributes;
  }

  static byte[] write(MessageCreated event) {
    ObjectNode tree = StrictJson.MAPPER.createObjectNode();
    tree.put("schema_version", event.schemaVersion());
    tree.put("event_type", MessageCreated.EVENT_TYPE);
    tree.put("event_id", event.eventId());
    tree.put("timestamp", Rfc3339.withMillis(event.timestamp()));
    tree.put("source", event.source());
    writeMessage(tree.putObject("message"), event);
    tree.putObject("metadata")
        .put("region", event.metadata().region())
        .put("environment", event.metadata().environment());
    return StrictJson.MAPPER.writeValueAsBytes(tree);
  }

  private static void put(Map<String, Attribute> attributes, Fields fields, String name) {
    String value = fields.optionalText(name);
    if (value != null) {
      attributes.put(name, Attribute.of(value));
    }
  }

  private static MessageCreated.Message message(Fields message) {
    return new MessageCreated.Message(
        message.text("message_id"),
        message.text("message_type"),
        message.text("stage"),
        message.text("created_by"),
        message.text("correlation_id"));
  }

  private static void writeMessage(ObjectNode tree, MessageCreated event) {
    MessageCreated.Message message = event.message();
    tree.put("message_id", message.messageId());
    tree.put("message_type", message.messageType());
    tree.put("stage", message.stage());
    tree.put("created_by", message.createdBy());
    tree.put("correlation_id", message.correlationId());
    if (event.priority() != null) {
      tree.put("priority", event.priority().name().toLowerCase(Locale.ROOT));
    }
    if (event.retryPolicy() != null) {
      tree.set("retry_policy", RetryPolicies.write(event.retryPolicy()));
    }
  }

  private static MessageCreated.Metadata metadata(Fields metadata) {
    return new MessageCreated.Metadata(metadata.text("region"), metadata.text("environment"));
  }

  private static @Nullable Priority priority(Fields message) {
    String name = message.optionalText("priority");
    if (name == null) {
      return null;
    }
    return switch (name) {
      case "low" -> Priority.LOW;
      case "normal" -> Priority.NORMAL;
      case "high" -> Priority.HIGH;
      default ->
          throw Invalid.at(
              "/message/priority",
              "must be \"low\", \"normal\" or \"high\"; it is " + Text.quote(name));
    };
  }

  private static @Nullable RetryPolicy retryPolicy(Fields message) {
    return message.get("retry_policy") == null
        ? null
        : RetryPolicies.read(message.object("retry_policy"));
  }
}
