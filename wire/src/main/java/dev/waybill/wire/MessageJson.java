package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.message.CreatedMessage;
import dev.waybill.message.MessageRecord;
import dev.waybill.message.MessageStatus;
import dev.waybill.message.NewMessage;
import dev.waybill.topic.Delivery;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Messages: what is asked for, what was made, and how far it is.
public final class MessageJson {

  private static final int MOST = 100_000;

  public static final Shape NEW =
      Shape.of(
          "NewMessage",
          "A message that is to be made.",
          required("message_type", TEXT, "Such as `manual_notification`."),
          required("stage", TEXT, "Such as `dev`, `stage` or `prod`."),
          required("payload", ANY, "Any JSON of up to 64 KiB, kept as it is written."),
          optional("correlation_id", TEXT, "Carried along; a new one if left out."),
          optional("priority", Shape.Words.of(Priority.class), "Then its event is version 2.0."),
          optional(
              "retry_policy",
              new Shape.Part(RetryPolicyJson.SHAPE),
              "How it is retried, instead of as its queue says; its event is version 2.0."));

  public static final Shape CREATED =
      Shape.of(
          "CreatedMessage",
          "A message that was made.",
          required("message_id", TEXT, "Its name."),
          required("event_id", TEXT, "The event that was published for it."),
          required("correlation_id", TEXT, "Finds everything that belongs to it."),
          required(
              "deliveries",
              new Shape.Items(new Shape.Part(PublishAnswerJson.DELIVERY)),
              "The jobs that process it."),
          optional("duplicate", FLAG, "The key was known: this is that message."));

  public static final Shape RECORD =
      Shape.of(
          "Message",
          "How far a message is.",
          required("message_id", TEXT, "Its name."),
          required("message_type", TEXT, "What kind it is."),
          required("stage", TEXT, "Where it belongs."),
          required("status", Shape.Words.of(MessageStatus.class), "How far it is."),
          required("created_by", TEXT, "`user:` and who it was, or `scheduler`."),
          required("correlation_id", TEXT, "Finds everything that belongs to it."),
          required("payload", ANY, "What was asked for."),
          optional("error_message", TEXT, "Why the last attempt that failed did."),
          required("created_at", TIME, "When it was made."),
          required("updated_at", TIME, "When it last changed."),
          required("attempt", WHOLE, "Counts up when it is processed again."),
          optional("notification_id", TEXT, "The notification that was sent for it."));

  private MessageJson() {}

  /// @param principal who asks, by the credential
  public static NewMessage readNew(JsonIn in, String principal) {
    var found =
        new Object() {
          String type = "";
          String stage = "";
          String payload = "";
          @Nullable String correlationId;
          @Nullable Priority priority;
          @Nullable RetryPolicy retry;
        };
    in.object(
        NEW,
        field -> {
          switch (field) {
            case "message_type" -> found.type = in.text();
            case "stage" -> found.stage = in.text();
            case "payload" -> found.payload = in.raw().text();
            case "correlation_id" -> found.correlationId = in.text();
            case "priority" -> found.priority = in.word(Priority.class);
            case "retry_policy" -> found.retry = RetryPolicyJson.merge(in, RetryPolicy.DEFAULT);
            default -> throw in.unread(field);
          }
        });
    return NewMessage.byUser(principal, found.type, found.stage, found.payload)
        .withCorrelationId(found.correlationId)
        .withPriority(found.priority)
        .withRetry(found.retry);
  }

  public static void write(JsonOut out, NewMessage message) {
    out.text("message_type", message.type());
    out.text("stage", message.stage());
    out.json("payload", message.payload());
    out.text("correlation_id", message.correlationId());
    out.word("priority", message.priority());
    RetryPolicy retry = message.retry();
    if (retry != null) {
      out.object("retry_policy", fields -> RetryPolicyJson.write(fields, retry));
    }
  }

  public static CreatedMessage readCreated(JsonIn in) {
    var found =
        new Object() {
          String messageId = "";
          String eventId = "";
          String correlationId = "";
          List<Delivery> deliveries = List.of();
          boolean duplicate;
        };
    in.object(
        CREATED,
        field -> {
          switch (field) {
            case "message_id" -> found.messageId = in.text();
            case "event_id" -> found.eventId = in.text();
            case "correlation_id" -> found.correlationId = in.text();
            case "deliveries" ->
                found.deliveries = in.list(MOST, () -> PublishAnswerJson.readDelivery(in));
            case "duplicate" -> found.duplicate = in.flag();
            default -> throw in.unread(field);
          }
        });
    return new CreatedMessage(
        found.messageId, found.eventId, found.correlationId, found.deliveries, found.duplicate);
  }

  public static void write(JsonOut out, CreatedMessage created) {
    out.text("message_id", created.messageId());
    out.text("event_id", created.eventId());
    out.text("correlation_id", created.correlationId());
    out.objects("deliveries", created.deliveries(), PublishAnswerJson::writeDelivery);
    if (created.duplicate()) {
      out.flag("duplicate", true);
    }
  }

  public static MessageRecord readRecord(JsonIn in) {
    var found =
        new Object() {
          String id = "";
          String type = "";
          String stage = "";
          MessageStatus status = MessageStatus.CREATED;
          String createdBy = "";
          String correlationId = "";
          String payload = "";
          @Nullable String errorMessage;
          Instant createdAt = Instant.EPOCH;
          Instant updatedAt = Instant.EPOCH;
          int attempt;
          @Nullable String notificationId;
        };
    in.object(
        RECORD,
        field -> {
          switch (field) {
            case "message_id" -> found.id = in.text();
            case "message_type" -> found.type = in.text();
            case "stage" -> found.stage = in.text();
            case "status" -> found.status = in.word(MessageStatus.class);
            case "created_by" -> found.createdBy = in.text();
            case "correlation_id" -> found.correlationId = in.text();
            case "payload" -> found.payload = in.raw().text();
            case "error_message" -> found.errorMessage = in.text();
            case "created_at" -> found.createdAt = in.time();
            case "updated_at" -> found.updatedAt = in.time();
            case "attempt" -> found.attempt = in.count();
            case "notification_id" -> found.notificationId = in.text();
            default -> throw in.unread(field);
          }
        });
    return new MessageRecord(
        found.id,
        found.type,
        found.stage,
        found.status,
        found.createdBy,
        found.correlationId,
        found.payload,
        found.errorMessage,
        found.createdAt,
        found.updatedAt,
        found.attempt,
        found.notificationId);
  }

  public static void write(JsonOut out, MessageRecord message) {
    out.text("message_id", message.id());
    out.text("message_type", message.type());
    out.text("stage", message.stage());
    out.word("status", message.status());
    out.text("created_by", message.createdBy());
    out.text("correlation_id", message.correlationId());
    out.json("payload", message.payload());
    out.text("error_message", message.errorMessage());
    out.time("created_at", message.createdAt());
    out.time("updated_at", message.updatedAt());
    out.number("attempt", message.attempt());
    out.text("notification_id", message.notificationId());
  }
}
