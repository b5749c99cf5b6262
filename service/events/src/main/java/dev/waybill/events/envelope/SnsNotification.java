package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.topic.Attribute;
import dev.waybill.wire.json.TimeText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The wrapper that SNS puts around an event in a queue.
///
/// @param message the event as text
public record SnsNotification(
    String messageId,
    String topicArn,
    @Nullable String subject,
    String message,
    @Nullable Instant timestamp,
    Map<String, Attribute> attributes) {

  private static final String TYPE = "Notification";

  /// The name of a topic of Waybill in the form that readers of notifications expect.
  public static String topicArn(String tenant, String topic) {
    return "arn:aws:sns:waybill:" + tenant + ":" + topic;
  }

  public static SnsNotification read(Payload payload) {
    byte[] bytes = payload.bytesWithoutCopy();
    StrictJson.size(bytes, Envelopes.MAX_BYTES);
    return of(StrictJson.object(bytes));
  }

  /// Reads the body of a message in a queue; empty if it is the event itself.
  public static Optional<SnsNotification> find(String body) {
    if (!body.stripLeading().startsWith("{")) {
      return Optional.empty();
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    StrictJson.size(bytes, Envelopes.MAX_BYTES);
    ObjectNode tree = StrictJson.object(bytes);
    return isOne(tree) ? Optional.of(of(tree)) : Optional.empty();
  }

  public SnsNotification withAttribute(String name, Attribute value) {
    Map<String, Attribute> more = new LinkedHashMap<>(attributes);
    more.put(name, value);
    return new SnsNotification(messageId, topicArn, subject, message, timestamp, more);
  }

  /// The notification contains nothing that depends on the time of writing, so the same event
  /// always gives the same bytes. Fields that Waybill does not have are empty: there is no
  /// signature and no unsubscribe URL.
  public Payload write() {
    ObjectNode tree = StrictJson.MAPPER.createObjectNode();
    tree.put("Type", TYPE);
    tree.put("MessageId", messageId);
    tree.put("TopicArn", topicArn);
    tree.put("Subject", subject);
    tree.put("Message", message);
    tree.put("Timestamp", timestamp == null ? null : TimeText.withMillis(timestamp));
    tree.put("SignatureVersion", "1");
    tree.put("Signature", "");
    tree.put("SigningCertURL", "");
    tree.put("UnsubscribeURL", "");
    MessageAttributes.write(tree.putObject("MessageAttributes"), attributes);
    return Payload.wrap(StrictJson.MAPPER.writeValueAsBytes(tree));
  }

  static boolean isOne(ObjectNode tree) {
    JsonNode type = tree.get("Type");
    boolean named = tree.has("MessageId") || tree.has("TopicArn");
    if (type == null || !type.isString() || !named) {
      return false;
    }
    Invalid.check(
        !type.stringValue().equals("SubscriptionConfirmation"),
        "/Type",
        "is a subscription confirmation, not an event; open its SubscribeURL yourself");
    return type.stringValue().equals(TYPE);
  }

  static SnsNotification of(ObjectNode tree) {
    ObjectFields fields = new ObjectFields(tree, "", "a notification");
    Invalid.check(
        TYPE.equals(fields.text("Type")), "/Type", "must be \"Notification\" around an event");
    String message = fields.optionalText("Message");
    if (message == null) {
      throw fields.missing("Message", "the event in a string");
    }
    String topicArn = fields.optionalText("TopicArn");
    JsonNode attributes = fields.get("MessageAttributes");
    return new SnsNotification(
        fields.text("MessageId"),
        topicArn == null ? "" : topicArn,
        fields.optionalText("Subject"),
        message,
        fields.optionalTime("Timestamp"),
        attributes == null
            ? Map.of()
            : MessageAttributes.read(fields.object("MessageAttributes").node()));
  }

  /// Reads the event inside; a refusal points to `/Message`.
  <T> T inside(byte[] body, Function<ObjectNode, T> reading) {
    try {
      return reading.apply(StrictJson.object(body));
    } catch (WaybillException refusal) {
      throw Invalid.inside("/Message", refusal);
    }
  }

  byte[] bytes() {
    return message.getBytes(StandardCharsets.UTF_8);
  }
}
