package dev.waybill.events.envelope;

import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.base.Text;
import dev.waybill.result.FieldError;
import dev.waybill.wire.job.RetryPolicyJson;
import dev.waybill.wire.json.InvalidDocument;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// The delivery options of a `message_created` event of version 2.0. Null if they are not given.
public record MessageDelivery(@Nullable Priority priority, @Nullable RetryPolicy retryPolicy) {

  private static final MessageDelivery UNSAID = new MessageDelivery(null, null);

  /// Other events have no options.
  public static MessageDelivery of(Envelope envelope) {
    boolean second =
        envelope.kind() == Envelope.Kind.MESSAGE_CREATED && "2.0".equals(envelope.schemaVersion());
    return second && envelope.content() instanceof ObjectNode tree
        ? of(KnownKind.MESSAGE_CREATED.fields(tree).object("message"))
        : UNSAID;
  }

  private static MessageDelivery of(ObjectFields message) {
    return new MessageDelivery(priority(message), retryPolicy(message));
  }

  private static @Nullable Priority priority(ObjectFields message) {
    String name = message.optionalText("priority");
    return switch (name) {
      case null -> null;
      case "low" -> Priority.LOW;
      case "normal" -> Priority.NORMAL;
      case "high" -> Priority.HIGH;
      default ->
          throw Invalid.at(
              message.at("priority"),
              "must be \"low\", \"normal\" or \"high\"; it is " + Text.quote(name));
    };
  }

  /// Reads a policy with the field names of the HTTP API. Unlike other parts of an event, unknown
  /// fields are refused, because they would have no effect.
  private static @Nullable RetryPolicy retryPolicy(ObjectFields message) {
    if (message.get("retry_policy") == null) {
      return null;
    }
    ObjectFields policy = message.object("retry_policy");
    try {
      return RetryPolicyJson.DOCUMENT.read(StrictJson.MAPPER.writeValueAsBytes(policy.node()));
    } catch (InvalidDocument refused) {
      FieldError error = refused.errors().getFirst();
      throw new InvalidEvent(
          refused.code(), policy.pointer() + error.pointer(), "is refused: " + error.message());
    }
  }
}
