package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.COUNT;
import static dev.waybill.wire.json.Codecs.JSON;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Page;
import dev.waybill.message.LatestState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.PageJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

public final class MessageJson {

  private static final int ATTEMPTS = 1_000;

  private static final Fields<Message> FIELDS =
      Fields.of("Message", "A message, its two latest states, its attempts and its events.");
  private static final Slot.Of<String> ID =
      FIELDS.text("message_id", Message::id, "ID of the message.");
  private static final Slot.Of<Instant> CREATED_AT =
      FIELDS.required("created_at", TIME, Message::createdAt, "When it was accepted.");
  private static final Slot.Of<String> CHANNEL =
      FIELDS.text("channel", Message::channel, "Channel, such as `email`.");
  private static final Slot.Maybe<Instant> ERASED_AT =
      FIELDS.optional(
          "erased_at", TIME, message -> message.content().erasedAt(), "When it was erased.");
  private static final Slot.Of<LatestState> HANDOFF =
      FIELDS.required(
          "handoff",
          LatestStateJson.DOCUMENT,
          Message::handoff,
          "`created`, `queued`, `sending`, `handed_off` or `failed`.");
  private static final Slot.Of<LatestState> PROVIDER =
      FIELDS.required(
          "provider",
          LatestStateJson.DOCUMENT,
          Message::provider,
          "`unknown`, `accepted`, `delivered`, `bounced`, `dropped`, `complaint` or `timed_out`.");
  private static final Slot.Maybe<String> RECIPIENT =
      FIELDS.optional("recipient", TEXT, MessageJson::recipient, "Address on the channel.");
  private static final RequestFields<Message> REQUEST =
      new RequestFields<>(FIELDS, message -> message.content().request(), AttachmentJson.DOCUMENT);

  // A message on a topic in the words of its event: views of the fields above, which are not read.
  static {
    topic("message_type", TEXT, TopicMessage::type, "Type of a message on a topic: its subject.");
    topic("stage", TEXT, TopicMessage::stage, "Stage of a message on a topic.");
    topic(
        "status",
        word(TopicMessageStatus.class),
        TopicMessage::status,
        "Status of a message on a topic: another name of its handoff state.");
    topic("created_by", TEXT, TopicMessage::createdBy, "`user:` and a name, or `scheduler`.");
    topic("payload", JSON, TopicMessage::payload, "Payload of a message on a topic: its text.");
    topic("updated_at", TIME, TopicMessage::updatedAt, "When the status last changed.");
    topic("attempt", COUNT, TopicMessage::attempt, "Grows each time it is processed again.");
    topic("error_message", TEXT, TopicMessage::errorMessage, "Why the last attempt failed.");
    topic(
        "notification_id",
        TEXT,
        TopicMessage::notificationId,
        "ID of the notification that was sent for it: the message ID.");
  }

  private static final Slot.Of<List<MessageAttempt>> ATTEMPTS_MADE =
      FIELDS.some(
          "attempts",
          MessageAttemptJson.DOCUMENT,
          ATTEMPTS,
          Message::attempts,
          "Attempts, oldest first.");
  private static final Slot.Of<List<MessageEvent>> EVENTS =
      FIELDS.some(
          "events",
          MessageEventJson.DOCUMENT,
          Message.EVENTS,
          Message::events,
          "Events, oldest first.");

  public static final Document<Message> DOCUMENT = FIELDS.make(MessageJson::message);

  public static final Document<Page<Message>> PAGE = PageJson.searched(DOCUMENT);

  private MessageJson() {}

  private static @Nullable String recipient(Message message) {
    NewMessage request = message.content().request();
    return request == null ? null : request.recipient();
  }

  private static <V> void topic(
      String name, Codec<V> codec, Function<TopicMessage, @Nullable V> getter, String about) {
    FIELDS.optional(name, codec, message -> message.onTopic().map(getter).orElse(null), about);
  }

  private static Message message(Values in) {
    return new Message(
        in.get(ID),
        in.get(CREATED_AT),
        in.get(CHANNEL),
        new Message.Content(requested(in), in.get(ERASED_AT)),
        new Message.Progress(
            in.get(HANDOFF), in.get(PROVIDER), in.get(ATTEMPTS_MADE), in.get(EVENTS)));
  }

  private static @Nullable NewMessage requested(Values in) {
    String recipient = in.get(RECIPIENT);
    return recipient == null ? null : REQUEST.read(in, in.get(CHANNEL), recipient);
  }
}
