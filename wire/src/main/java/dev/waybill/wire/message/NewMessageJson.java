package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TemplateUse;
import dev.waybill.settings.Limits;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import java.util.List;

public final class NewMessageJson {

  private static final Fields<NewMessage> FIELDS =
      Fields.of("NewMessage", "A message to send: `subject` and `body`, or `template`.");
  private static final Slot.Of<String> CHANNEL =
      FIELDS.text("channel", NewMessage::channel, "`email`, `sms`, `push`, `chat` or `webhook`.");
  private static final Slot.Of<String> RECIPIENT =
      FIELDS.text("recipient", NewMessage::recipient, "Address on that channel.");
  private static final Slot.Maybe<String> SUBJECT =
      FIELDS.optional("subject", TEXT, NewMessage::subject, "Subject or title.");
  private static final Slot.Maybe<MessageBody> BODY =
      FIELDS.optional(
          "body",
          MessageBodyJson.DOCUMENT,
          message -> message.body().isEmpty() ? null : message.body(),
          "The body.");
  private static final Slot.Maybe<TemplateUse> TEMPLATE =
      FIELDS.optional(
          "template",
          TemplateUseJson.DOCUMENT,
          NewMessage::template,
          "Template instead of `subject` and `body`.");
  private static final Slot.Maybe<MessageMetadata> METADATA =
      FIELDS.optional(
          "metadata",
          MessageMetadataJson.DOCUMENT,
          message -> message.metadata().equals(MessageMetadata.NONE) ? null : message.metadata(),
          "What to find the message by.");
  private static final Slot.Maybe<String> PROVIDER =
      FIELDS.optional(
          "provider_key", TEXT, NewMessage::provider, "Provider; default is chosen by the routes.");
  private static final Slot.Maybe<Instant> SEND_AT =
      FIELDS.optional("send_at", TIME, NewMessage::sendAt, "Send not before this time.");
  private static final Slot.Maybe<String> REQUEST_ID =
      FIELDS.optional(
          "request_id",
          TEXT,
          NewMessage::requestId,
          "The same request ID in a tenant is the same message.");
  private static final Slot.Maybe<String> CORRELATION_ID =
      FIELDS.optional(
          "correlation_id",
          TEXT,
          NewMessage::correlationId,
          "Links everything that belongs together; default is a new one.");

  public static final Document<NewMessage> DOCUMENT = FIELDS.make(NewMessageJson::message);

  public static final Document<List<NewMessage>> LIST =
      ListJson.of(
          "NewMessages", "Messages to send.", "messages", DOCUMENT, Limits.MESSAGES_PER_CALL);

  private NewMessageJson() {}

  private static NewMessage message(Values in) {
    MessageBody body = in.get(BODY);
    MessageMetadata metadata = in.get(METADATA);
    return NewMessage.builder(in.get(CHANNEL), in.get(RECIPIENT))
        .subject(in.get(SUBJECT))
        .body(body == null ? MessageBody.EMPTY : body)
        .template(in.get(TEMPLATE))
        .metadata(metadata == null ? MessageMetadata.NONE : metadata)
        .provider(in.get(PROVIDER))
        .sendAt(in.get(SEND_AT))
        .requestId(in.get(REQUEST_ID))
        .correlationId(in.get(CORRELATION_ID))
        .build();
  }
}
