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
import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TemplateUse;
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
      FIELDS.optional("recipient", TEXT, request(NewMessage::recipient), "Address on the channel.");
  private static final Slot.Maybe<String> SUBJECT =
      FIELDS.optional("subject", TEXT, request(NewMessage::subject), "Subject or title.");
  private static final Slot.Maybe<MessageBody> BODY =
      FIELDS.optional("body", MessageBodyJson.DOCUMENT, request(NewMessage::body), "The body.");
  private static final Slot.Maybe<TemplateUse> TEMPLATE =
      FIELDS.optional(
          "template",
          TemplateUseJson.DOCUMENT,
          request(NewMessage::template),
          "Template with its version.");
  private static final Slot.Maybe<MessageMetadata> METADATA =
      FIELDS.optional(
          "metadata",
          MessageMetadataJson.DOCUMENT,
          request(NewMessage::metadata),
          "What to find the message by.");
  private static final Slot.Maybe<String> PROVIDER_KEY =
      FIELDS.optional(
          "provider_key", TEXT, request(NewMessage::provider), "Provider that was asked for.");
  private static final Slot.Maybe<Instant> SEND_AT =
      FIELDS.optional("send_at", TIME, request(NewMessage::sendAt), "Not sent before this time.");
  private static final Slot.Maybe<String> REQUEST_ID =
      FIELDS.optional(
          "request_id", TEXT, request(NewMessage::requestId), "Request ID of the caller.");

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

  private static final Slot.Maybe<String> CORRELATION_ID =
      FIELDS.optional(
          "correlation_id",
          TEXT,
          Message::correlationId,
          "Links everything that belongs together.");
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

  public static final Document<Page<Message>> PAGE = PageJson.of(DOCUMENT);

  private MessageJson() {}

  private static <V> Function<Message, @Nullable V> request(
      Function<NewMessage, @Nullable V> getter) {
    return message -> {
      NewMessage request = message.content().request();
      return request == null ? null : getter.apply(request);
    };
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
    if (recipient == null) {
      return null;
    }
    MessageBody body = in.get(BODY);
    MessageMetadata metadata = in.get(METADATA);
    return NewMessage.builder(in.get(CHANNEL), recipient)
        .subject(in.get(SUBJECT))
        .body(body == null ? MessageBody.EMPTY : body)
        .template(in.get(TEMPLATE))
        .metadata(metadata == null ? MessageMetadata.NONE : metadata)
        .provider(in.get(PROVIDER_KEY))
        .sendAt(in.get(SEND_AT))
        .requestId(in.get(REQUEST_ID))
        .correlationId(in.get(CORRELATION_ID))
        .build();
  }
}
