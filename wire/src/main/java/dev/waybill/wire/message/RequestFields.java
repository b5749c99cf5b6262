package dev.waybill.wire.message;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.message.Attachment;
import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TemplateUse;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Codecs;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The optional fields of a message to send. A message that was accepted has the same.
final class RequestFields<T> {

  /// The service allows fewer, and then refuses one message of a batch instead of all.
  private static final int MOST_ATTACHMENTS = 1_000;

  private final Fields<T> fields;
  private final Function<T, @Nullable NewMessage> request;
  private final Slot.Maybe<String> subject;
  private final Slot.Maybe<MessageBody> body;
  private final Slot.Maybe<TemplateUse> template;
  private final Slot.Maybe<List<Attachment>> attachments;
  private final Slot.Maybe<MessageMetadata> metadata;
  private final Slot.Maybe<String> provider;
  private final Slot.Maybe<Instant> sendAt;
  private final Slot.Maybe<String> requestId;
  private final Slot.Maybe<String> correlationId;

  /// Declares the fields.
  ///
  /// @param attachment the document of an attachment
  RequestFields(
      Fields<T> fields,
      Function<T, @Nullable NewMessage> request,
      Document<Attachment> attachment) {
    this.fields = fields;
    this.request = request;
    subject = field("subject", TEXT, NewMessage::subject, "Subject or title.");
    body =
        field(
            "body",
            MessageBodyJson.DOCUMENT,
            message -> message.body().isEmpty() ? null : message.body(),
            "The body.");
    template =
        field(
            "template",
            TemplateUseJson.DOCUMENT,
            NewMessage::template,
            "Template instead of `subject` and `body`.");
    attachments =
        field(
            "attachments",
            Codecs.list(attachment, MOST_ATTACHMENTS),
            message -> message.attachments().isEmpty() ? null : message.attachments(),
            "Files that are sent with the message, by providers that take them.");
    metadata =
        field(
            "metadata",
            MessageMetadataJson.DOCUMENT,
            message -> message.metadata().equals(MessageMetadata.NONE) ? null : message.metadata(),
            "What to find the message by.");
    provider =
        field(
            "provider_key", TEXT, NewMessage::provider, "Provider; the routes choose without it.");
    sendAt = field("send_at", TIME, NewMessage::sendAt, "Send not before this time.");
    requestId =
        field(
            "request_id",
            TEXT,
            NewMessage::requestId,
            "The same request ID in a tenant is the same message.");
    correlationId =
        field(
            "correlation_id",
            TEXT,
            NewMessage::correlationId,
            "Links everything that belongs together; default is a new one.");
  }

  private <V> Slot.Maybe<V> field(
      String name, Codec<V> codec, Function<NewMessage, @Nullable V> getter, String about) {
    return fields.optional(
        name,
        codec,
        document -> {
          NewMessage message = request.apply(document);
          return message == null ? null : getter.apply(message);
        },
        about);
  }

  NewMessage read(Values in, String channel, String recipient) {
    return NewMessage.builder(channel, recipient)
        .subject(in.get(subject))
        .body(Objects.requireNonNullElse(in.get(body), MessageBody.EMPTY))
        .template(in.get(template))
        .attachments(Objects.requireNonNullElse(in.get(attachments), List.of()))
        .metadata(Objects.requireNonNullElse(in.get(metadata), MessageMetadata.NONE))
        .provider(in.get(provider))
        .sendAt(in.get(sendAt))
        .requestId(in.get(requestId))
        .correlationId(in.get(correlationId))
        .build();
  }
}
