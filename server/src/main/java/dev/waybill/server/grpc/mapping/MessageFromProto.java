package dev.waybill.server.grpc.mapping;

import static dev.waybill.server.grpc.mapping.FromProto.orNull;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.message.Attachment;
import dev.waybill.message.Erasure;
import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.MessageFilter.Field;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TemplateUse;
import dev.waybill.proto.v1.EraseMessagesRequest;
import dev.waybill.proto.v1.ListMessagesRequest;
import dev.waybill.proto.v1.MessageAttachment;
import dev.waybill.proto.v1.SendMessageRequest;
import dev.waybill.server.telemetry.ObservedCall;
import java.util.TreeSet;

/// Converts requests about messages to core values.
public final class MessageFromProto {

  private MessageFromProto() {}

  public static NewMessage message(SendMessageRequest request) {
    return NewMessage.builder(request.getChannel(), request.getRecipient())
        .subject(orNull(request.getSubject()))
        .body(body(request.getBody()))
        .template(request.hasTemplate() ? template(request.getTemplate()) : null)
        .attachments(
            request.getAttachmentsList().stream().map(MessageFromProto::attachment).toList())
        .metadata(metadata(request.getMetadata()))
        .provider(orNull(request.getProviderKey()))
        .sendAt(request.hasSendAt() ? FromProto.time(request.getSendAt()) : null)
        .requestId(orNull(request.getRequestId()))
        .correlationId(orNull(request.getCorrelationId()))
        .traceContext(ObservedCall.creationContext(orNull(request.getTraceContext())))
        .build();
  }

  private static Attachment attachment(MessageAttachment attachment) {
    return Attachment.of(
        attachment.getName(),
        attachment.getContentType(),
        Payload.wrap(attachment.getContent().toByteArray()));
  }

  private static MessageBody body(dev.waybill.proto.v1.MessageBody body) {
    return new MessageBody(
        body.hasText() ? body.getText() : null, body.hasHtml() ? body.getHtml() : null);
  }

  private static TemplateUse template(dev.waybill.proto.v1.TemplateUse use) {
    return new TemplateUse(
        use.getName(),
        use.hasVersion() ? use.getVersion() : null,
        orNull(use.getLocale()),
        use.getVariables().isEmpty() ? "{}" : use.getVariables());
  }

  private static MessageMetadata metadata(dev.waybill.proto.v1.MessageMetadata metadata) {
    return MessageMetadata.of(
        new TreeSet<>(metadata.getTagsList()),
        orNull(metadata.getCampaign()),
        metadata.getLabelsMap());
  }

  public static Erasure erasure(EraseMessagesRequest request) {
    String recipient = orNull(request.getRecipient());
    if ((recipient == null) == (request.getMessageIdsCount() == 0)) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "set either recipient or message_ids");
    }
    return recipient == null
        ? new Erasure.OfMessages(request.getMessageIdsList())
        : new Erasure.OfRecipient(
            orNull(request.getChannel()), recipient, orNull(request.getCursor()));
  }

  public static MessageFilter filter(ListMessagesRequest request) {
    return MessageFilter.ALL
        .with(Field.CHANNEL, orNull(request.getChannel()))
        .with(Field.PROVIDER_KEY, orNull(request.getProviderKey()))
        .with(Field.RECIPIENT, orNull(request.getRecipient()))
        .with(Field.TAG, orNull(request.getTag()))
        .with(Field.CAMPAIGN, orNull(request.getCampaign()))
        .with(Field.PROVIDER_MSG_ID, orNull(request.getProviderMsgId()))
        .withWords(orNull(request.getWords()))
        .withCreated(
            request.hasCreatedFrom() ? FromProto.time(request.getCreatedFrom()) : null,
            request.hasCreatedBefore() ? FromProto.time(request.getCreatedBefore()) : null);
  }
}
