package dev.waybill.wire.topic;

import static dev.waybill.wire.json.Codecs.list;

import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.topic.Delivery;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.util.List;

public final class CreatedTopicMessageJson {

  private static final int MOST = 100_000;

  private static final Fields<CreatedTopicMessage> FIELDS =
      Fields.of("CreatedMessage", "A message that was created.");
  private static final Slot.Of<String> MESSAGE_ID =
      FIELDS.text("message_id", CreatedTopicMessage::messageId, "ID of the message.");
  private static final Slot.Of<String> EVENT_ID =
      FIELDS.text("event_id", CreatedTopicMessage::eventId, "ID of the event published for it.");
  private static final Slot.Of<String> CORRELATION_ID =
      FIELDS.text(
          "correlation_id",
          CreatedTopicMessage::correlationId,
          "Links related jobs, events and messages.");
  private static final Slot.Of<List<Delivery>> DELIVERIES =
      FIELDS.required(
          "deliveries",
          list(DeliveryJson.DOCUMENT, MOST),
          CreatedTopicMessage::deliveries,
          "The jobs that process it.");
  private static final Slot.Of<Boolean> DUPLICATE =
      FIELDS.mark(
          "duplicate",
          CreatedTopicMessage::duplicate,
          "The idempotency key is known: this is the earlier message.");

  public static final Document<CreatedTopicMessage> DOCUMENT =
      FIELDS.make(
          in ->
              new CreatedTopicMessage(
                  in.get(MESSAGE_ID),
                  in.get(EVENT_ID),
                  in.get(CORRELATION_ID),
                  in.get(DELIVERIES),
                  in.get(DUPLICATE)));

  private CreatedTopicMessageJson() {}
}
