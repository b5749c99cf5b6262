package dev.waybill.schedules;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.schedule.Action;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.InvalidDocument;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// Messages of schedules: the body of an event of type `message_created` has the fields
/// `message_type`, `stage` and `payload`. Each firing creates a separate record with its own
/// identifiers.
final class ScheduledMessages {

  private static final String TYPE = "message_created";
  private static final Document<NewTopicMessage> BODY = body();

  private ScheduledMessages() {}

  private static Document<NewTopicMessage> body() {
    Fields<NewTopicMessage> fields =
        Fields.of("ScheduledMessage", "A message that a schedule creates.");
    var type = fields.text("message_type", NewTopicMessage::type, "Type of the message.");
    var stage = fields.text("stage", NewTopicMessage::stage, "Stage of the message.");
    var payload = fields.or("{}", "payload", Codecs.JSON, NewTopicMessage::payload, "Any JSON.");
    return fields.make(
        in -> NewTopicMessage.byScheduler(in.get(type), in.get(stage), in.get(payload)));
  }

  static boolean isOne(Action.PublishEvent event) {
    return event.type().equals(TYPE);
  }

  /// Refuses an action that could never fire.
  static void check(Action.PublishEvent event) {
    if (!event.attributes().isEmpty()) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "a scheduled message must not have attributes; they are derived from its type and stage");
    }
    message(event);
  }

  static NewTopicMessage of(Action.PublishEvent event, Expansion.Occasion occasion) {
    return message(event).withRequestId(occasion.id()).withCorrelationId(correlationId(occasion));
  }

  private static NewTopicMessage message(Action.PublishEvent event) {
    try {
      return BODY.readAnswer(event.body().bytesWithoutCopy());
    } catch (InvalidDocument wrong) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the body of a scheduled message is invalid: " + wrong.getMessage());
    }
  }

  /// Correlation IDs of messages are UUIDs.
  private static String correlationId(Expansion.Occasion occasion) {
    byte[] name = occasion.correlationId().getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(name).toString();
  }
}
