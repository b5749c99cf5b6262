package dev.waybill.server.grpc;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.server.grpc.Served.assertInvalidFields;
import static dev.waybill.server.grpc.Served.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import dev.waybill.Code;
import dev.waybill.conformance.Seed;
import dev.waybill.message.TemplateContent;
import dev.waybill.message.TemplateParts;
import dev.waybill.proto.v1.CancelMessageRequest;
import dev.waybill.proto.v1.EraseMessageRequest;
import dev.waybill.proto.v1.EraseMessageResponse;
import dev.waybill.proto.v1.EraseMessagesRequest;
import dev.waybill.proto.v1.EraseMessagesResponse;
import dev.waybill.proto.v1.ExplainMessageRequest;
import dev.waybill.proto.v1.GetMessageAttachmentRequest;
import dev.waybill.proto.v1.GetMessageRequest;
import dev.waybill.proto.v1.InvalidField;
import dev.waybill.proto.v1.ListMessagesRequest;
import dev.waybill.proto.v1.ListMessagesResponse;
import dev.waybill.proto.v1.Message;
import dev.waybill.proto.v1.MessageAttachment;
import dev.waybill.proto.v1.MessageBody;
import dev.waybill.proto.v1.MessageEvent;
import dev.waybill.proto.v1.MessageMetadata;
import dev.waybill.proto.v1.MessageServiceGrpc;
import dev.waybill.proto.v1.ResendMessageRequest;
import dev.waybill.proto.v1.SendMessageRequest;
import dev.waybill.proto.v1.SendMessageResult;
import dev.waybill.proto.v1.SendMessagesRequest;
import dev.waybill.proto.v1.TemplateUse;
import dev.waybill.server.grpc.mapping.ToProto;
import dev.waybill.settings.Limits;
import io.grpc.Status;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageCallsTest {

  private static final SendMessageRequest HELLO =
      SendMessageRequest.newBuilder()
          .setChannel("email")
          .setRecipient("ada@example.org")
          .setSubject("Hello")
          .setBody(MessageBody.newBuilder().setText("Lunch is ready").setHtml("<b>Lunch</b>"))
          .setMetadata(
              MessageMetadata.newBuilder()
                  .addTags("welcome")
                  .setCampaign("c1")
                  .putLabels("order", "12"))
          .setCorrelationId("day-1")
          .build();

  @TempDir Path folder;
  private Served served;
  private MessageServiceGrpc.MessageServiceBlockingStub calls;

  @BeforeEach
  void open() {
    served = Served.in(folder);
    calls = MessageServiceGrpc.newBlockingStub(served.channel);
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  @Seed({"S2.2", "S2.16"})
  void a_message_is_sent_and_shown_with_both_states_and_its_events() {
    String id = calls.sendMessage(HELLO).getMessageId();
    eventually(() -> assertThat(get(id).getProvider().getState()).isEqualTo("delivered"));
    Message message = get(id);
    assertThat(message.getRequest()).isEqualTo(HELLO);
    assertThat(message.getHandoff().getState()).isEqualTo("handed_off");
    assertThat(message.getHandoff().getRank()).isEqualTo(100);
    assertThat(message.getAttemptsList())
        .singleElement()
        .satisfies(
            attempt -> {
              assertThat(attempt.getProviderKey()).isEqualTo("sandbox");
              assertThat(attempt.getProviderMsgId()).startsWith("sandbox-");
              assertThat(attempt.hasStartedAt()).isTrue();
            });
    assertThat(message.getEventsList())
        .extracting(MessageEvent::getType)
        .contains("SendRequested", "HandoffAccepted", "ProviderDelivered");
    ExplainMessageRequest why = ExplainMessageRequest.newBuilder().setMessageId(id).build();
    assertThat(calls.explainMessage(why).getExplanation())
        .isEqualTo(served.waybill.messages().explain(id));
  }

  @Test
  void a_request_id_is_one_message() {
    SendMessageRequest known = HELLO.toBuilder().setRequestId("r").build();
    String id = calls.sendMessage(known).getMessageId();
    assertThat(calls.sendMessage(known).getMessageId()).isEqualTo(id);
    assertThat(calls.sendMessage(known).getDuplicate()).isTrue();
    assertRefused(
        () -> calls.sendMessage(known.toBuilder().setSubject("Other").build()),
        Status.Code.ALREADY_EXISTS,
        Code.REQUEST_ID_CONFLICT);
  }

  @Test
  void each_message_of_a_call_has_its_own_answer() {
    SendMessagesRequest three =
        SendMessagesRequest.newBuilder()
            .addMessages(HELLO)
            .addMessages(HELLO.toBuilder().setRecipient("nobody"))
            .addMessages(
                HELLO.toBuilder().setSendAt(Timestamp.newBuilder().setSeconds(Long.MAX_VALUE)))
            .build();
    List<SendMessageResult> results = calls.sendMessages(three).getResultsList();
    assertThat(results).hasSize(3);
    assertThat(results.get(0).getAccepted().getMessageId()).isNotEmpty();
    assertThat(results.get(1).getRefused().getCode()).isEqualTo("invalid_argument");
    assertThat(results.get(1).getRefused().getErrorsList())
        .extracting(InvalidField::getPointer)
        .containsExactly("/recipient");
    assertThat(results.get(2).hasRefused()).isTrue();
  }

  @Test
  void a_refused_message_names_the_wrong_field() throws Exception {
    assertInvalidFields(
        () -> calls.sendMessage(HELLO.toBuilder().setProviderKey("nobody").build()),
        "/provider_key");
  }

  @Test
  void a_template_is_filled_in_and_its_version_stays_on_the_message() {
    served
        .waybill
        .templates()
        .put("welcome", TemplateContent.of(new TemplateParts("Hi {{name}}", "Hi {{name}}", null)));
    SendMessageRequest request =
        SendMessageRequest.newBuilder()
            .setChannel("email")
            .setRecipient("ada@example.org")
            .setTemplate(
                TemplateUse.newBuilder().setName("welcome").setVariables("{\"name\":\"Ada\"}"))
            .build();
    Message message = get(calls.sendMessage(request).getMessageId());
    assertThat(message.getRequest().getTemplate().getVersion()).isEqualTo(1);
    assertRefused(
        () ->
            calls.sendMessage(
                request.toBuilder().setTemplate(TemplateUse.newBuilder().setName("no")).build()),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_ARGUMENT);
  }

  @Test
  @Seed("S2.2")
  void messages_are_found_by_fields_and_words_in_pages() {
    String first = calls.sendMessage(HELLO).getMessageId();
    String second = calls.sendMessage(HELLO).getMessageId();
    calls.sendMessage(HELLO.toBuilder().setChannel("push").build());
    ListMessagesRequest all =
        ListMessagesRequest.newBuilder()
            .setChannel("email")
            .setRecipient("ada@example.org")
            .setTag("welcome")
            .setCampaign("c1")
            .setWords("lun*")
            .setCreatedFrom(Timestamp.newBuilder().setSeconds(1))
            .setPageSize(1)
            .build();
    ListMessagesResponse page = calls.listMessages(all);
    assertThat(page.getMessagesList()).extracting(Message::getMessageId).containsExactly(second);
    assertThat(page.getMessages(0).getRequest().getSubject()).isEqualTo("Hello");
    ListMessagesResponse next =
        calls.listMessages(all.toBuilder().setPageToken(page.getNextPageToken()).build());
    assertThat(next.getMessagesList()).extracting(Message::getMessageId).containsExactly(first);
  }

  @Test
  void a_message_is_canceled_sent_again_and_erased() {
    Timestamp later = ToProto.time(Instant.now().plusSeconds(3_600));
    String id = calls.sendMessage(HELLO.toBuilder().setSendAt(later).build()).getMessageId();
    CancelMessageRequest cancel = CancelMessageRequest.newBuilder().setMessageId(id).build();
    assertThat(calls.cancelMessage(cancel).getMessage().getHandoff().getState())
        .isEqualTo("failed");
    assertRefused(
        () -> calls.cancelMessage(cancel), Status.Code.FAILED_PRECONDITION, Code.WRONG_STATE);
    ResendMessageRequest resend = ResendMessageRequest.newBuilder().setMessageId(id).build();
    assertThat(calls.resendMessage(resend).getMessage().getAttemptsCount()).isEqualTo(2);
    EraseMessageRequest erase = EraseMessageRequest.newBuilder().setMessageId(id).build();
    EraseMessageResponse answer = calls.eraseMessage(erase);
    Message erased = answer.getMessage();
    assertThat(erased.hasRequest()).isFalse();
    assertThat(erased.hasErasedAt()).isTrue();
    assertThat(answer.getReceipt()).contains(id, "\"signature\"");
  }

  @Test
  void the_messages_of_a_recipient_are_erased() {
    String id = calls.sendMessage(HELLO).getMessageId();
    EraseMessagesRequest ofRecipient =
        EraseMessagesRequest.newBuilder().setRecipient(HELLO.getRecipient()).build();
    EraseMessagesResponse erased = calls.eraseMessages(ofRecipient);
    assertThat(erased.getCount()).isEqualTo(1);
    assertThat(erased.getReceipt()).contains(id).doesNotContain(HELLO.getRecipient());
    EraseMessagesRequest byId = EraseMessagesRequest.newBuilder().addMessageIds(id).build();
    assertThat(calls.eraseMessages(byId).getCount()).isEqualTo(1);
    assertRefused(
        () -> calls.eraseMessages(EraseMessagesRequest.getDefaultInstance()),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_ARGUMENT);
  }

  @Test
  void an_unknown_message_is_not_found() {
    assertRefused(() -> get("no"), Status.Code.NOT_FOUND, Code.NOT_FOUND);
    assertRefused(
        () -> calls.eraseMessage(EraseMessageRequest.newBuilder().setMessageId("no").build()),
        Status.Code.NOT_FOUND,
        Code.NOT_FOUND);
  }

  private Message get(String id) {
    return calls.getMessage(GetMessageRequest.newBuilder().setMessageId(id).build()).getMessage();
  }

  @Test
  @Seed("S2.27")
  void an_attachment_is_sent_listed_and_read() {
    ByteString content = ByteString.copyFrom(new byte[Limits.ATTACHMENT_BYTES]);
    MessageAttachment zeros =
        MessageAttachment.newBuilder()
            .setName("zeros.bin")
            .setContentType("application/octet-stream")
            .setContent(content)
            .build();
    String id = calls.sendMessage(HELLO.toBuilder().addAttachments(zeros).build()).getMessageId();
    MessageAttachment shown = get(id).getRequest().getAttachments(0);
    assertThat(shown.getName()).isEqualTo("zeros.bin");
    assertThat(shown.getSize()).isEqualTo(Limits.ATTACHMENT_BYTES);
    assertThat(shown.getSha256()).hasSize(64);
    assertThat(shown.getContent()).isEqualTo(ByteString.EMPTY);
    GetMessageAttachmentRequest first =
        GetMessageAttachmentRequest.newBuilder().setMessageId(id).setNumber(1).build();
    assertThat(calls.getMessageAttachment(first).getAttachment())
        .isEqualTo(shown.toBuilder().setContent(content).build());
    assertRefused(
        () -> calls.getMessageAttachment(first.toBuilder().setNumber(2).build()),
        Status.Code.NOT_FOUND,
        Code.NOT_FOUND);
    assertRefused(
        () ->
            calls.sendMessage(
                HELLO.toBuilder().addAttachments(zeros.toBuilder().setName("a/b")).build()),
        Status.Code.INVALID_ARGUMENT,
        Code.INVALID_ARGUMENT);
  }
}
