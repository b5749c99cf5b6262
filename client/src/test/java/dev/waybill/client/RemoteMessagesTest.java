package dev.waybill.client;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.message.Attachment;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.MessageFilter.Field;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.result.FieldError;
import dev.waybill.result.MessageAccepted;
import dev.waybill.result.Refused;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Messages of a server behave as those in process.
@Timeout(180)
final class RemoteMessagesTest {

  private static final NewMessage HELLO =
      NewMessage.builder("email", "ada@example.org")
          .subject("Hello")
          .text("Lunch is ready")
          .html("<b>Lunch</b>")
          .metadata(MessageMetadata.of(Set.of("a b", "ü"), "c&d", Map.of("order", "12")))
          .build();

  private @TempDir Path folder;
  private Served served;
  private Waybill remote;
  private Messages far;
  private Messages near;

  @BeforeEach
  void connect() {
    served = Served.in(folder);
    remote = served.connect();
    far = remote.messages();
    near = served.store().messages();
  }

  @AfterEach
  void close() {
    remote.close();
    served.close();
  }

  @Test
  void a_message_is_the_same_from_near_and_far() {
    String id = far.send(HELLO).messageId();
    eventually(
        () -> assertThat(far.find(id).orElseThrow().handoff().state()).isEqualTo("handed_off"));
    assertThat(far.find(id)).isEqualTo(near.find(id));
    assertThat(far.explain(id)).isEqualTo(near.explain(id));
    MessageFilter filter =
        MessageFilter.ALL
            .with(Field.TAG, "a b")
            .with(Field.CAMPAIGN, "c&d")
            .withWords("lunch")
            .withCreated(Instant.EPOCH, null);
    Page<Message> page = far.list(filter, Page.Request.FIRST);
    assertThat(page.items()).extracting(Message::id).containsExactly(id);
    assertThat(page).isEqualTo(near.list(filter, Page.Request.FIRST));
  }

  @Test
  void each_message_of_a_call_has_its_own_answer() {
    NewMessage bad = NewMessage.builder("email", "nobody").text("x").build();
    assertThat(far.sendAll(List.of(HELLO, bad)))
        .satisfiesExactly(
            accepted -> assertThat(accepted).isInstanceOf(MessageAccepted.class),
            refused ->
                assertThat(refused)
                    .isInstanceOfSatisfying(
                        Refused.class,
                        why -> {
                          assertThat(why.code()).isEqualTo(Code.INVALID_ARGUMENT);
                          assertThat(why.errors())
                              .extracting(FieldError::pointer)
                              .containsExactly("/recipient");
                        }));
  }

  @Test
  void a_refused_message_says_which_field_is_wrong() {
    NewMessage nowhere = HELLO.toBuilder().provider("nobody").build();
    WaybillException refused =
        catchThrowableOfType(WaybillException.class, () -> far.send(nowhere));
    assertThat(refused.errors()).extracting(FieldError::pointer).containsExactly("/provider_key");
    assertThat(refused.errors())
        .isEqualTo(catchThrowableOfType(WaybillException.class, () -> near.send(nowhere)).errors());
  }

  @Test
  void changes_answer_with_the_message_and_refusals_with_their_code() {
    String id =
        far.send(HELLO.toBuilder().sendAt(Instant.now().plusSeconds(3_600)).build()).messageId();
    assertThat(far.cancel(id).handoff().state()).isEqualTo("failed");
    assertThat(catchThrowableOfType(WaybillException.class, () -> far.cancel(id)).code())
        .isEqualTo(Code.WRONG_STATE);
    assertThat(far.resend(id).attempts()).hasSize(2);
    assertThat(far.erase(id).statement().messages())
        .extracting(ErasureReceipt.Erased::messageId)
        .containsExactly(id);
    assertThat(far.find(id).orElseThrow().content().request()).isNull();
    assertThat(catchThrowableOfType(WaybillException.class, () -> far.erase("no")).code())
        .isEqualTo(Code.NOT_FOUND);
    assertThat(far.find("no")).isEmpty();
  }

  @Test
  void attachments_are_sent_and_read_from_the_server() {
    byte[] bytes = new byte[200_000];
    new Random(1).nextBytes(bytes);
    Attachment file = Attachment.of("a.bin", "application/octet-stream", Payload.wrap(bytes));
    String id = far.send(HELLO.toBuilder().attachments(List.of(file)).build()).messageId();
    eventually(
        () -> assertThat(far.find(id).orElseThrow().handoff().state()).isEqualTo("handed_off"));
    Attachment read = far.find(id).orElseThrow().attachment("1");
    assertThat(read).isEqualTo(file);
    assertThat(read.content().bytes()).isEqualTo(bytes);
    assertThat(read.content().open(199_990, 10))
        .hasBinaryContent(Arrays.copyOfRange(bytes, 199_990, 200_000));
    assertThat(far.resend(id).attachment("1").content().bytes()).isEqualTo(bytes);
  }
}
