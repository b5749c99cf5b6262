package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.JSON;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.message.MessageRecord;
import dev.waybill.message.MessageStatus;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;

public final class MessageJson {

  private static final Fields<MessageRecord> FIELDS =
      Fields.of("Message", "A message and its status.");
  private static final Slot.Of<String> ID =
      FIELDS.text("message_id", MessageRecord::id, "ID of the message.");
  private static final Slot.Of<String> TYPE =
      FIELDS.text("message_type", MessageRecord::type, "Type of the message.");
  private static final Slot.Of<String> STAGE =
      FIELDS.text("stage", MessageRecord::stage, "Stage of the message.");
  private static final Slot.Of<MessageStatus> STATUS =
      FIELDS.required("status", word(MessageStatus.class), MessageRecord::status, "Its status.");
  private static final Slot.Of<String> CREATED_BY =
      FIELDS.text("created_by", MessageRecord::createdBy, "`user:` and a name, or `scheduler`.");
  private static final Slot.Of<String> CORRELATION_ID =
      FIELDS.text(
          "correlation_id",
          MessageRecord::correlationId,
          "Links related jobs, events and messages.");
  private static final Slot.Of<String> PAYLOAD =
      FIELDS.required("payload", JSON, MessageRecord::payload, "The payload.");
  private static final Slot.Maybe<String> ERROR_MESSAGE =
      FIELDS.optional(
          "error_message", TEXT, MessageRecord::errorMessage, "Why the last attempt failed.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, MessageRecord::createdAt, "When it was created.");
  private static final Slot.Of<Instant> UPDATED_AT =
      FIELDS.required("updated_at", TIME, MessageRecord::updatedAt, "When it last changed.");
  private static final Slot.Count ATTEMPT =
      FIELDS.count(
          "attempt", MessageRecord::attempt, "Incremented each time it is processed again.");
  private static final Slot.Maybe<String> NOTIFICATION_ID =
      FIELDS.optional(
          "notification_id",
          TEXT,
          MessageRecord::notificationId,
          "ID of the notification that was sent for it.");

  public static final Document<MessageRecord> DOCUMENT =
      FIELDS.make(
          in ->
              new MessageRecord(
                  in.get(ID),
                  new MessageRecord.Content(
                      in.get(TYPE),
                      in.get(STAGE),
                      in.get(CREATED_BY),
                      in.get(CORRELATION_ID),
                      in.get(PAYLOAD)),
                  in.get(CREATED_AT),
                  new MessageRecord.Progress(
                      in.get(STATUS),
                      in.get(ATTEMPT),
                      in.get(UPDATED_AT),
                      in.get(ERROR_MESSAGE),
                      in.get(NOTIFICATION_ID))));

  private MessageJson() {}
}
