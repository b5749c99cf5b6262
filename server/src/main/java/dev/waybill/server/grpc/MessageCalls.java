package dev.waybill.server.grpc;

import static dev.waybill.server.grpc.Answering.answer;
import static dev.waybill.server.grpc.Answering.itemByItem;
import static dev.waybill.server.grpc.mapping.FromProto.checkCount;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.admin.Scope;
import dev.waybill.base.Text;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.Messages;
import dev.waybill.proto.v1.CancelMessageRequest;
import dev.waybill.proto.v1.CancelMessageResponse;
import dev.waybill.proto.v1.EraseMessageRequest;
import dev.waybill.proto.v1.EraseMessageResponse;
import dev.waybill.proto.v1.EraseMessagesRequest;
import dev.waybill.proto.v1.EraseMessagesResponse;
import dev.waybill.proto.v1.ExplainMessageRequest;
import dev.waybill.proto.v1.ExplainMessageResponse;
import dev.waybill.proto.v1.GetMessageAttachmentRequest;
import dev.waybill.proto.v1.GetMessageAttachmentResponse;
import dev.waybill.proto.v1.GetMessageRequest;
import dev.waybill.proto.v1.GetMessageResponse;
import dev.waybill.proto.v1.ListMessageEventsRequest;
import dev.waybill.proto.v1.ListMessageEventsResponse;
import dev.waybill.proto.v1.ListMessagesRequest;
import dev.waybill.proto.v1.ListMessagesResponse;
import dev.waybill.proto.v1.MessageServiceGrpc;
import dev.waybill.proto.v1.ResendMessageRequest;
import dev.waybill.proto.v1.ResendMessageResponse;
import dev.waybill.proto.v1.SendMessageRequest;
import dev.waybill.proto.v1.SendMessageResponse;
import dev.waybill.proto.v1.SendMessagesRequest;
import dev.waybill.proto.v1.SendMessagesResponse;
import dev.waybill.server.auth.Access;
import dev.waybill.server.grpc.mapping.FromProto;
import dev.waybill.server.grpc.mapping.MessageFromProto;
import dev.waybill.server.grpc.mapping.MessageToProto;
import dev.waybill.settings.Limits;
import io.grpc.stub.StreamObserver;
import java.util.function.BiFunction;

/// The calls of `waybill.v1.MessageService`.
final class MessageCalls extends MessageServiceGrpc.MessageServiceImplBase {

  private final Waybill waybill;
  private final GrpcAudit audit;

  MessageCalls(Waybill waybill, Access access) {
    this.waybill = waybill;
    this.audit = new GrpcAudit(access);
  }

  @Override
  public void sendMessage(SendMessageRequest request, StreamObserver<SendMessageResponse> to) {
    answer(
        to,
        () -> MessageToProto.accepted(as(Scope.PRODUCE).send(MessageFromProto.message(request))));
  }

  @Override
  public void sendMessages(SendMessagesRequest request, StreamObserver<SendMessagesResponse> to) {
    answer(to, () -> sent(request));
  }

  @Override
  public void getMessage(GetMessageRequest request, StreamObserver<GetMessageResponse> to) {
    answer(
        to,
        () ->
            GetMessageResponse.newBuilder()
                .setMessage(MessageToProto.message(found(request.getMessageId())))
                .build());
  }

  @Override
  public void getMessageAttachment(
      GetMessageAttachmentRequest request, StreamObserver<GetMessageAttachmentResponse> to) {
    answer(
        to,
        () ->
            GetMessageAttachmentResponse.newBuilder()
                .setAttachment(
                    MessageToProto.withContent(
                        found(request.getMessageId())
                            .attachment(Integer.toString(request.getNumber()))))
                .build());
  }

  @Override
  public void listMessages(ListMessagesRequest request, StreamObserver<ListMessagesResponse> to) {
    answer(to, () -> listed(request));
  }

  @Override
  public void listMessageEvents(
      ListMessageEventsRequest request, StreamObserver<ListMessageEventsResponse> to) {
    answer(to, () -> listed(request));
  }

  @Override
  public void explainMessage(
      ExplainMessageRequest request, StreamObserver<ExplainMessageResponse> to) {
    answer(
        to,
        () ->
            ExplainMessageResponse.newBuilder()
                .setExplanation(as(Scope.READ).explain(request.getMessageId()))
                .build());
  }

  @Override
  public void resendMessage(
      ResendMessageRequest request, StreamObserver<ResendMessageResponse> to) {
    answer(
        to,
        () ->
            ResendMessageResponse.newBuilder()
                .setMessage(changed(request, request.getMessageId(), Messages::resend))
                .build());
  }

  @Override
  public void cancelMessage(
      CancelMessageRequest request, StreamObserver<CancelMessageResponse> to) {
    answer(
        to,
        () ->
            CancelMessageResponse.newBuilder()
                .setMessage(changed(request, request.getMessageId(), Messages::cancel))
                .build());
  }

  @Override
  public void eraseMessage(EraseMessageRequest request, StreamObserver<EraseMessageResponse> to) {
    String id = request.getMessageId();
    answer(
        to,
        () -> {
          ErasureReceipt receipt =
              audit.during("EraseMessage", id, request, () -> as(Scope.OPERATE).erase(id));
          return EraseMessageResponse.newBuilder()
              .setMessage(MessageToProto.message(as(Scope.OPERATE).find(id).orElseThrow()))
              .setReceipt(MessageToProto.json(receipt))
              .build();
        });
  }

  /// The audit log has no addresses.
  @Override
  public void eraseMessages(
      EraseMessagesRequest request, StreamObserver<EraseMessagesResponse> to) {
    EraseMessagesRequest audited = request.toBuilder().clearRecipient().build();
    answer(
        to,
        () ->
            MessageToProto.erased(
                audit.during(
                    "EraseMessages",
                    "messages",
                    audited,
                    () -> as(Scope.OPERATE).erase(MessageFromProto.erasure(request)))));
  }

  private SendMessagesResponse sent(SendMessagesRequest request) {
    checkCount(request.getMessagesCount(), Limits.MESSAGES_PER_CALL);
    Messages messages = as(Scope.PRODUCE);
    return SendMessagesResponse.newBuilder()
        .addAllResults(
            itemByItem(
                request.getMessagesList(),
                MessageFromProto::message,
                all -> messages.sendAll(all).stream().map(MessageToProto::result).toList(),
                MessageToProto::result))
        .build();
  }

  private Message found(String id) {
    return as(Scope.READ)
        .find(id)
        .orElseThrow(
            () -> new WaybillException(Code.NOT_FOUND, "there is no message " + Text.quote(id)));
  }

  private ListMessagesResponse listed(ListMessagesRequest request) {
    Page<Message> page =
        as(Scope.READ)
            .list(
                MessageFromProto.filter(request),
                FromProto.page(request.getPageSize(), request.getPageToken()));
    ListMessagesResponse.Builder answer =
        ListMessagesResponse.newBuilder().setIncomplete(page.incomplete());
    page.items().stream().map(MessageToProto::message).forEach(answer::addMessages);
    String next = page.nextCursor();
    return (next == null ? answer : answer.setNextPageToken(next)).build();
  }

  private ListMessageEventsResponse listed(ListMessageEventsRequest request) {
    Page<MessageEvent> page =
        as(Scope.READ)
            .events(
                request.getMessageId(),
                FromProto.page(request.getPageSize(), request.getPageToken()));
    ListMessageEventsResponse.Builder answer = ListMessageEventsResponse.newBuilder();
    page.items().stream().map(MessageToProto::event).forEach(answer::addEvents);
    String next = page.nextCursor();
    return (next == null ? answer : answer.setNextPageToken(next)).build();
  }

  /// Runs an action of an operator and records it in the audit log, under the name of the call.
  private dev.waybill.proto.v1.Message changed(
      com.google.protobuf.Message request,
      String id,
      BiFunction<Messages, String, Message> change) {
    String action = request.getDescriptorForType().getName().replace("Request", "");
    return audit.during(
        action, id, request, () -> MessageToProto.message(change.apply(as(Scope.OPERATE), id)));
  }

  private Messages as(Scope needed) {
    return Callers.view(waybill, needed).messages();
  }
}
