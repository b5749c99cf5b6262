package dev.waybill.server.grpc.mapping;

import com.google.protobuf.UnsafeByteOperations;
import dev.waybill.message.Attachment;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.LatestState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import dev.waybill.message.TemplateUse;
import dev.waybill.message.TopicMessage;
import dev.waybill.proto.v1.EraseMessagesResponse;
import dev.waybill.proto.v1.MessageAttachment;
import dev.waybill.proto.v1.MessageOnTopic;
import dev.waybill.proto.v1.MessageState;
import dev.waybill.proto.v1.SendMessageRequest;
import dev.waybill.proto.v1.SendMessageResponse;
import dev.waybill.proto.v1.SendMessageResult;
import dev.waybill.result.MessageAccepted;
import dev.waybill.result.Refused;
import dev.waybill.result.SendResult;
import dev.waybill.wire.message.ErasureReceiptJson;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Converts messages and the answers about them.
public final class MessageToProto {

  private MessageToProto() {}

  public static SendMessageResponse accepted(MessageAccepted accepted) {
    return SendMessageResponse.newBuilder()
        .setMessageId(accepted.messageId())
        .setCorrelationId(accepted.correlationId())
        .setDuplicate(accepted.duplicate())
        .build();
  }

  public static SendMessageResult result(SendResult result) {
    SendMessageResult.Builder item = SendMessageResult.newBuilder();
    return switch (result) {
      case MessageAccepted accepted -> item.setAccepted(accepted(accepted)).build();
      case Refused refused -> item.setRefused(ToProto.refusal(refused)).build();
    };
  }

  public static EraseMessagesResponse erased(ErasureReceipt receipt) {
    ErasureReceipt.Statement said = receipt.statement();
    var answer =
        EraseMessagesResponse.newBuilder()
            .setReceipt(json(receipt))
            .setCount(said.messages().size());
    ifSet(said.nextCursor(), answer::setNextCursor);
    return answer.build();
  }

  public static String json(ErasureReceipt receipt) {
    return new String(ErasureReceiptJson.DOCUMENT.bytes(receipt), StandardCharsets.UTF_8);
  }

  public static dev.waybill.proto.v1.Message message(Message message) {
    var made =
        dev.waybill.proto.v1.Message.newBuilder()
            .setMessageId(message.id())
            .setCreatedAt(ToProto.time(message.createdAt()))
            .setChannel(message.channel())
            .setHandoff(state(message.handoff()))
            .setProvider(state(message.provider()));
    Message.Content content = message.content();
    ifSet(content.request(), request -> made.setRequest(request(request)));
    message.onTopic().ifPresent(topic -> made.setTopic(onTopic(topic)));
    ifSet(content.erasedAt(), at -> made.setErasedAt(ToProto.time(at)));
    message.attempts().forEach(one -> made.addAttempts(attempt(one)));
    message.events().forEach(one -> made.addEvents(event(one)));
    return made.build();
  }

  private static SendMessageRequest request(NewMessage message) {
    SendMessageRequest.Builder made =
        SendMessageRequest.newBuilder()
            .setChannel(message.channel())
            .setRecipient(message.recipient())
            .setBody(body(message.body()))
            .setMetadata(metadata(message.metadata()));
    ifSet(message.subject(), made::setSubject);
    ifSet(message.template(), use -> made.setTemplate(template(use)));
    message.attachments().forEach(one -> made.addAttachments(attachment(one)));
    ifSet(message.provider(), made::setProviderKey);
    ifSet(message.sendAt(), at -> made.setSendAt(ToProto.time(at)));
    ifSet(message.requestId(), made::setRequestId);
    ifSet(message.correlationId(), made::setCorrelationId);
    ifSet(message.traceContext(), made::setTraceContext);
    return made.build();
  }

  private static MessageAttachment attachment(Attachment attachment) {
    return MessageAttachment.newBuilder()
        .setName(attachment.name())
        .setContentType(attachment.contentType())
        .setSize(attachment.size())
        .setSha256(attachment.sha256())
        .build();
  }

  public static MessageAttachment withContent(Attachment attachment) {
    return attachment(attachment).toBuilder()
        .setContent(UnsafeByteOperations.unsafeWrap(attachment.content().bytesWithoutCopy()))
        .build();
  }

  public static dev.waybill.proto.v1.MessageBody body(MessageBody body) {
    var made = dev.waybill.proto.v1.MessageBody.newBuilder();
    ifSet(body.text(), made::setText);
    ifSet(body.html(), made::setHtml);
    return made.build();
  }

  private static dev.waybill.proto.v1.TemplateUse template(TemplateUse use) {
    var made =
        dev.waybill.proto.v1.TemplateUse.newBuilder()
            .setName(use.name())
            .setVariables(use.variables());
    ifSet(use.version(), made::setVersion);
    ifSet(use.locale(), made::setLocale);
    return made.build();
  }

  private static dev.waybill.proto.v1.MessageMetadata metadata(MessageMetadata metadata) {
    var made =
        dev.waybill.proto.v1.MessageMetadata.newBuilder()
            .addAllTags(metadata.tags())
            .putAllLabels(metadata.labels());
    ifSet(metadata.campaign(), made::setCampaign);
    return made.build();
  }

  private static MessageOnTopic onTopic(TopicMessage topic) {
    MessageOnTopic.Builder made =
        MessageOnTopic.newBuilder().setMessageType(topic.type()).setStatus(topic.status().word());
    ifSet(topic.stage(), made::setStage);
    ifSet(topic.createdBy(), made::setCreatedBy);
    ifSet(topic.payload(), made::setPayload);
    ifSet(topic.request().correlationId(), made::setCorrelationId);
    return made.build();
  }

  private static MessageState state(LatestState state) {
    return MessageState.newBuilder()
        .setState(state.state())
        .setRank(state.rank())
        .setVersion(state.version())
        .setAt(ToProto.time(state.at()))
        .build();
  }

  private static dev.waybill.proto.v1.MessageAttempt attempt(MessageAttempt attempt) {
    var made =
        dev.waybill.proto.v1.MessageAttempt.newBuilder()
            .setAttemptNo(attempt.number())
            .setAttemptId(attempt.attemptId())
            .setState(attempt.state().word());
    MessageAttempt.Provider provider = attempt.provider();
    if (provider != null) {
      made.setProviderKey(provider.key());
      ifSet(provider.messageId(), made::setProviderMsgId);
    }
    ifSet(attempt.startedAt(), at -> made.setStartedAt(ToProto.time(at)));
    ifSet(attempt.error(), made::setError);
    return made.build();
  }

  public static dev.waybill.proto.v1.MessageEvent event(MessageEvent event) {
    return dev.waybill.proto.v1.MessageEvent.newBuilder()
        .setSequence(event.sequence())
        .setAttemptNo(event.attempt())
        .setType(event.type())
        .setAt(ToProto.time(event.at()))
        .putAllDetails(event.details())
        .build();
  }

  public static <T> void ifSet(@Nullable T value, Consumer<T> set) {
    if (value != null) {
      set.accept(value);
    }
  }
}
