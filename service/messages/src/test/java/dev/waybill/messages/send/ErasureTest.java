package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.message.Erasure;
import dev.waybill.message.ErasureReceipt;
import dev.waybill.message.ErasureReceipt.Erased;
import dev.waybill.message.ErasureReceipt.RecipientDigest;
import dev.waybill.message.ErasureReceipt.Statement;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.message.NewSuppression;
import dev.waybill.message.Suppression;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.settings.Settings;
import dev.waybill.wire.message.ReceiptSignature;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

final class ErasureTest {

  private static final String ADA = "ada@example.org";
  private static final String EVE = "eve@example.org";

  private @TempDir Path folder;
  private String script = "";
  private Waybill waybill;
  private Messages messages;

  @BeforeEach
  void open(TestInfo info) {
    script = "erasure/" + info.getTestMethod().orElseThrow().getName();
    waybill =
        Waybill.open(
            folder,
            Settings.DEFAULT.withServiceSetting(
                MessagesProvider.PROVIDERS, "mail=scripted:" + script));
    messages = waybill.messages();
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  @Seed("S2.28")
  void all_messages_of_a_recipient_are_erased_and_no_others() {
    String first = send("email", "Ada@Example.org");
    String second = send("email", ADA);
    String sms = send("sms", "+4366412345");
    String other = send("email", EVE);
    Statement said = messages.erase(ofRecipient(null, "ADA@example.org")).statement();
    assertThat(said.messages())
        .extracting(Erased::messageId)
        .containsExactlyInAnyOrder(first, second);
    assertThat(said.nextCursor()).isNull();
    RecipientDigest digest = Objects.requireNonNull(said.recipient());
    assertThat(digest.matches(ADA)).isTrue();
    assertThat(digest.matches(EVE)).isFalse();
    assertThat(readable(first, second)).isEmpty();
    assertThat(readable(sms, other)).hasSize(2);
    assertThat(messages.list(MessageFilter.ALL.withWords(ADA), Page.Request.FIRST).items())
        .isEmpty();
  }

  @Test
  void an_erased_recipient_is_known_by_a_hash_on_every_channel_of_the_suppression_list() {
    waybill.suppressions().add(NewSuppression.of("fax", ADA));
    waybill.suppressions().add(NewSuppression.of("email", ADA));
    waybill.suppressions().add(NewSuppression.of("sms", EVE));
    assertThat(suppressed(ofRecipient("email", ADA))).containsExactly("email");
    assertThat(suppressed(ofRecipient(null, ADA))).containsExactly("email", "fax");
    assertThat(waybill.suppressions().list(Page.Request.FIRST).items())
        .extracting(Suppression::recipient)
        .containsExactly(EVE);
    assertThat(waybill.suppressions().find("fax", ADA)).isPresent();
  }

  private List<String> suppressed(Erasure.OfRecipient asked) {
    ErasureReceipt receipt = messages.erase(asked);
    return Objects.requireNonNull(receipt.statement().recipient()).suppressed();
  }

  @Test
  void a_channel_limits_the_erasure() {
    String mail = send("email", ADA);
    String text = send("sms", ADA);
    assertThat(erasedIds(ofRecipient("sms", ADA))).containsExactly(text);
    assertThat(readable(mail, text)).containsExactly(mail);
    assertThat(erasedIds(ofRecipient("email", "Ada@example.org"))).containsExactly(mail);
  }

  @Test
  void an_address_with_capitals_is_another_recipient_except_in_an_email() {
    String lower = send("sms", "token");
    String upper = send("sms", "TOKEN");
    assertThat(erasedIds(ofRecipient(null, "TOKEN"))).containsExactly(upper);
    assertThat(readable(lower, upper)).containsExactly(lower);
  }

  @Test
  void other_tenants_keep_their_messages_to_the_same_recipient() {
    Messages other = waybill.tenant("other").messages();
    String kept = other.send(message("email", ADA).build()).messageId();
    send("email", ADA);
    messages.erase(ofRecipient(null, ADA));
    assertThat(other.find(kept).orElseThrow().content().request()).isNotNull();
  }

  @Test
  void many_messages_are_erased_by_several_calls_that_may_be_repeated() {
    sendMany(1_200);
    List<String> cursors = new ArrayList<>();
    List<Erased> all = new ArrayList<>();
    Erasure.OfRecipient next = ofRecipient("email", ADA);
    while (next != null) {
      Statement said = messages.erase(next).statement();
      assertThat(messages.erase(next).statement().messages()).isEqualTo(said.messages());
      all.addAll(said.messages());
      cursors.add(String.valueOf(said.nextCursor()));
      next = said.nextCursor() == null ? null : next.next(said.nextCursor());
    }
    assertThat(all).doesNotHaveDuplicates().hasSize(1_200);
    assertThat(cursors).hasSize(2);
  }

  @Test
  void a_message_that_waits_is_canceled_with_its_job() {
    NewMessage later = message("email", ADA).sendAt(Instant.now().plusSeconds(3_600)).build();
    String id = messages.send(later).messageId();
    messages.erase(ofRecipient(null, ADA));
    assertThat(messages.find(id).orElseThrow().handoff().state()).isEqualTo("failed");
    assertThat(waybill.list(JobFilter.ALL, Page.Request.FIRST).items())
        .extracting(Job::state)
        .containsExactly(State.CANCELLED);
    assertThat(ScriptedProvider.script(script).sent).isEmpty();
  }

  @Test
  void a_receipt_is_verified_offline_and_a_changed_one_is_not() {
    String id = send("email", ADA);
    ErasureReceipt receipt = messages.erase(id);
    assertThat(ReceiptSignature.problem(receipt, messages.receiptKeys())).isEmpty();
    Statement said = receipt.statement();
    Statement changed =
        new Statement(said.id(), "other", said.issuedAt(), null, said.messages(), null);
    assertThat(
            ReceiptSignature.problem(
                new ErasureReceipt(changed, receipt.signature()), messages.receiptKeys()))
        .isPresent();
    String first = receipt.signature().startsWith("A") ? "B" : "A";
    String forged = first + receipt.signature().substring(1);
    assertThat(ReceiptSignature.problem(new ErasureReceipt(said, forged), messages.receiptKeys()))
        .isPresent();
    assertThat(ReceiptSignature.problem(receipt, List.of())).isPresent();
  }

  @Test
  void the_key_of_receipts_survives_a_restart() {
    var keys = messages.receiptKeys();
    waybill.close();
    waybill = Waybill.open(folder);
    assertThat(waybill.messages().receiptKeys()).isEqualTo(keys);
  }

  @Test
  void a_suppressed_recipient_stays_suppressed_but_its_address_is_gone() {
    waybill.suppressions().add(NewSuppression.of("email", ADA));
    messages.erase(ofRecipient(null, ADA));
    assertThat(waybill.suppressions().find("email", ADA)).isPresent();
    assertThat(waybill.suppressions().list(Page.Request.FIRST).items()).isEmpty();
    String id = send("email", ADA);
    eventually(
        () ->
            assertThat(messages.find(id).orElseThrow().events())
                .anyMatch(event -> event.type().equals("MessageSuppressed")));
    assertThat(waybill.suppressions().remove("email", ADA)).isTrue();
    assertThat(waybill.suppressions().find("email", ADA)).isEmpty();
  }

  @Test
  void events_and_jobs_do_not_quote_the_address_of_a_refused_message() {
    ScriptedProvider.script(script)
        .answers
        .add(
            new HandoffResult.Refused(
                "smtp_550", "550 <Ada@Example.org> from <bounce@relay.test> +43 664 123456: no"));
    String id = send("email", ADA);
    eventually(
        () -> assertThat(messages.find(id).orElseThrow().handoff().state()).isEqualTo("failed"));
    Message failed = messages.find(id).orElseThrow();
    assertThat(failed.attempts().getFirst().error())
        .isEqualTo("550 <[address]> from <[address]> [address]: no");
    assertThat(failed.events().toString()).doesNotContainIgnoringCase("ada@");
    assertThat(waybill.list(JobFilter.ALL, Page.Request.FIRST).items().toString())
        .doesNotContainIgnoringCase("ada@");
  }

  @Test
  void wrong_requests_are_refused() {
    assertThat(code(() -> messages.erase("none"))).isEqualTo(Code.NOT_FOUND);
    assertThat(code(() -> messages.erase(ofRecipient("email", "?"))))
        .isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(code(() -> messages.erase(ofRecipient("email", ADA).next("x"))))
        .isEqualTo(Code.INVALID_CURSOR);
    List<String> tooMany = IntStream.range(0, 1_001).mapToObj(i -> "id" + i).toList();
    assertThat(code(() -> messages.erase(new Erasure.OfMessages(tooMany))))
        .isEqualTo(Code.TOO_MANY_ITEMS);
    assertThat(messages.erase(new Erasure.OfMessages(List.of("none"))).statement().messages())
        .isEmpty();
  }

  private static Code code(Runnable call) {
    return catchThrowableOfType(WaybillException.class, call::run).code();
  }

  private static Erasure.OfRecipient ofRecipient(@Nullable String channel, String recipient) {
    return new Erasure.OfRecipient(channel, recipient, null);
  }

  private List<String> erasedIds(Erasure which) {
    return messages.erase(which).statement().messages().stream().map(Erased::messageId).toList();
  }

  private List<String> readable(String... ids) {
    return List.of(ids).stream()
        .filter(id -> messages.find(id).orElseThrow().content().request() != null)
        .toList();
  }

  private String send(String channel, String recipient) {
    return messages.send(message(channel, recipient).build()).messageId();
  }

  private void sendMany(int count) {
    Instant later = Instant.now().plus(Duration.ofHours(1));
    for (int from = 0; from < count; from += 600) {
      messages.sendAll(
          IntStream.range(0, 600)
              .mapToObj(_ -> message("email", ADA).sendAt(later).build())
              .toList());
    }
  }

  private static NewMessage.Builder message(String channel, String recipient) {
    return NewMessage.builder(channel, recipient).text("Lunch for " + recipient);
  }
}
