package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.message.HandoffState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.MessageFilter.Field;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.result.FieldError;
import dev.waybill.result.MessageAccepted;
import dev.waybill.result.Refused;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

final class MessageSendingTest {

  private static final String FIRST = "first";
  private static final String SECOND = "second";

  private @TempDir Path folder;
  private String test = "";
  private Waybill waybill;

  @BeforeEach
  void open(TestInfo info) {
    test = info.getTestMethod().orElseThrow().getName();
    waybill = Waybill.open(folder, settings());
  }

  private Settings settings() {
    return Settings.DEFAULT.withServiceSetting(
        MessagesProvider.PROVIDERS,
        "first=scripted:%s/first second=scripted:%s/second".formatted(test, test));
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  @Seed({"S2.1", "S2.4", "S2.9", "S2.13", "S2.16"})
  void a_message_goes_through_both_machines_and_its_events_say_so() {
    String id = send(hello().build());
    Message message = ended(id);
    assertThat(message.handoff().state()).isEqualTo("handed_off");
    assertThat(message.handoff().rank()).isEqualTo(100);
    assertThat(message.provider().state()).isEqualTo("accepted");
    assertThat(message.events())
        .extracting(MessageEvent::type)
        .contains(
            "SendRequested",
            "MessageCreated",
            "MessageQueued",
            "HandoffAttempted",
            "HandoffAccepted",
            "ProviderAccepted");
    OutgoingMessage sent = ScriptedProvider.script(test + "/first").sent.element();
    assertThat(sent.recipient()).isEqualTo("ada@example.org");
    assertThat(sent.ids().attemptId()).isEqualTo(message.attempts().getFirst().attemptId());
  }

  /// Each call waits until as many as allowed are under way: more would be seen.
  @Test
  void a_tenant_has_at_most_64_calls_of_providers_at_the_same_time() {
    Phaser all = new Phaser(64);
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    script(FIRST).duringCall =
        () -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          all.awaitAdvance(all.arrive());
          now.decrementAndGet();
        };
    waybill.messages().sendAll(Collections.nCopies(192, hello().build()));
    eventually(() -> assertThat(script(FIRST).sent).hasSize(192));
    assertThat(most).hasValue(64);
  }

  @Test
  void after_a_definite_refusal_the_next_provider_gets_the_message() {
    script(FIRST).answers.add(new HandoffResult.Refused("bad_address", "no such mailbox"));
    Message message = handedOff(send(hello().build()));
    assertThat(message.attempts())
        .extracting(MessageAttempt::state)
        .containsExactly(HandoffState.FAILED, HandoffState.HANDED_OFF);
    assertThat(message.attempts().getFirst().error()).isEqualTo("no such mailbox");
    assertThat(message.attempts().getLast().provider())
        .extracting(MessageAttempt.Provider::key)
        .isEqualTo(SECOND);
    assertThat(script(SECOND).sent).hasSize(1);
  }

  @Test
  void after_all_providers_have_refused_the_job_is_a_dead_letter() {
    script(FIRST).answers.add(new HandoffResult.Refused("bad_address", "no such mailbox"));
    script(SECOND).answers.add(new HandoffResult.Refused("bad_address", "nor here"));
    String id = send(hello().build());
    eventually(() -> assertThat(script(SECOND).sent).hasSize(1));
    Message message = ended(id);
    assertThat(message.handoff().state()).isEqualTo("failed");
    eventually(
        () ->
            assertThat(
                    waybill.list(JobFilter.ALL.withStates(State.DEAD), Page.Request.FIRST).items())
                .singleElement()
                .satisfies(
                    job ->
                        assertThat(job.progress().failure())
                            .extracting(Failure::message)
                            .isEqualTo("nor here")));
    assertThat(waybill.messages().explain(message.id())).contains("nor here");
  }

  @Test
  void an_ambiguous_answer_is_tried_again_with_the_same_key_and_never_elsewhere() {
    script(FIRST).answers.add(new HandoffResult.Ambiguous("timeout", "no answer"));
    String id = send(hello().build());
    eventually(() -> assertThat(script(FIRST).sent).hasSize(1));
    eventually(() -> assertThat(state(id)).isEqualTo("sending"));
    runWaitingJobNow();
    Message message = ended(id);
    assertThat(message.attempts()).hasSize(1);
    assertThat(script(FIRST).sent)
        .extracting(sent -> sent.ids().attemptId())
        .hasSize(2)
        .containsOnly(message.attempts().getFirst().attemptId());
    assertThat(script(SECOND).sent).isEmpty();
  }

  @Test
  void a_refusal_after_an_open_outcome_neither_falls_back_nor_starts_another_attempt() {
    script(FIRST).answers.add(new HandoffResult.Ambiguous("timeout", "no answer"));
    script(FIRST).answers.add(new HandoffResult.Refused("bad_address", "no such mailbox"));
    script(FIRST).answers.add(new HandoffResult.Retryable("busy", "try later", null));
    String id = send(hello().build());
    for (int calls = 1; calls < 4; calls++) {
      int made = calls;
      eventually(() -> assertThat(script(FIRST).sent).hasSize(made));
      eventually(() -> assertThat(state(id)).isEqualTo("sending"));
      runWaitingJobNow();
    }
    Message message = ended(id);
    assertThat(message.handoff().state()).isEqualTo("handed_off");
    assertThat(message.attempts()).hasSize(1);
    assertThat(script(FIRST).sent).extracting(sent -> sent.ids().attemptId()).hasSize(4);
    assertThat(script(SECOND).sent).isEmpty();
  }

  @Test
  void a_refused_request_does_not_change_the_message_that_has_its_request_id() {
    Instant later = Instant.now().plusSeconds(3_600);
    String id = send(hello().requestId("r").sendAt(later).build());
    assertThat(
            waybill
                .messages()
                .sendAll(List.of(hello().requestId("r").text("other").sendAt(later).build())))
        .singleElement()
        .isInstanceOf(Refused.class);
    waybill.list(JobFilter.ALL, Page.Request.FIRST).items().forEach(job -> runNow(job.id()));
    ended(id);
    assertThat(script(FIRST).sent.element().body().text()).isEqualTo("Lunch is ready");
  }

  @Test
  void an_erased_message_that_waits_is_never_sent_even_if_its_request_is_repeated() {
    NewMessage message = hello().requestId("r").sendAt(Instant.now().plusSeconds(3_600)).build();
    String id = send(message);
    waybill.messages().erase(id);
    assertThat(state(id)).isEqualTo("failed");
    assertThat(waybill.messages().send(message).duplicate()).isTrue();
    assertThat(waybill.messages().find(id).orElseThrow().content().request()).isNull();
    assertThat(waybill.list(JobFilter.ALL, Page.Request.FIRST).items())
        .extracting(job -> job.state())
        .containsExactly(State.CANCELLED);
    assertThat(script(FIRST).sent).isEmpty();
  }

  @Test
  void a_message_cannot_be_scheduled_beyond_its_retention() {
    assertThatThrownBy(() -> send(hello().sendAt(Instant.now().plus(Duration.ofDays(85))).build()))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
              assertThat(refused.errors())
                  .extracting(FieldError::pointer)
                  .containsExactly("/send_at");
            });
  }

  @Test
  void a_list_of_addresses_is_not_a_recipient() {
    assertThatThrownBy(() -> send(NewMessage.builder("email", "a@b.org,c@d.org").text("x").build()))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused ->
                assertThat(refused.errors())
                    .extracting(FieldError::pointer)
                    .containsExactly("/recipient"));
  }

  @Test
  void a_refusal_for_now_is_tried_again_as_a_new_attempt() {
    script(FIRST)
        .answers
        .add(new HandoffResult.Retryable("busy", "try later", Duration.ofMillis(10)));
    Message message = handedOff(send(hello().build()));
    assertThat(message.attempts())
        .extracting(MessageAttempt::number, MessageAttempt::state)
        .containsExactly(tuple(1, HandoffState.FAILED), tuple(2, HandoffState.HANDED_OFF));
    assertThat(script(SECOND).sent).isEmpty();
  }

  @Test
  @Seed("S2.25")
  void resend_is_the_next_attempt_of_the_same_message() {
    String id = send(hello().build());
    ended(id);
    waybill.messages().resend(id);
    eventually(() -> assertThat(script(FIRST).sent).hasSize(2));
    Message message = ended(id);
    assertThat(message.attempts()).extracting(MessageAttempt::number).containsExactly(1, 2);
    assertThat(message.events()).extracting(MessageEvent::type).contains("ResendRequested");
    assertThat(script(FIRST).sent)
        .extracting(sent -> sent.ids().attemptId())
        .doesNotHaveDuplicates();
  }

  @Test
  void the_same_request_id_is_the_same_message_and_other_content_is_a_conflict() {
    Messages messages = waybill.messages();
    NewMessage hello = hello().requestId("r1").build();
    MessageAccepted first = messages.send(hello);
    MessageAccepted again = messages.send(hello);
    assertThat(again.messageId()).isEqualTo(first.messageId());
    assertThat(again.duplicate()).isTrue();
    assertThat(
            messages.sendAll(
                List.of(hello().requestId("r1").text("other").build(), hello().build())))
        .satisfiesExactly(
            conflict ->
                assertThat(conflict)
                    .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo(Code.REQUEST_ID_CONFLICT)),
            other -> assertThat(other).isInstanceOf(MessageAccepted.class));
  }

  @Test
  void a_message_that_waits_can_be_canceled_and_is_never_sent() {
    String id = send(hello().sendAt(Instant.now().plusSeconds(3_600)).build());
    Message canceled = waybill.messages().cancel(id);
    assertThat(canceled.handoff().state()).isEqualTo("failed");
    assertThat(canceled.events()).extracting(MessageEvent::type).contains("MessageCanceled");
    assertThat(waybill.list(JobFilter.ALL, Page.Request.FIRST).items())
        .extracting(job -> job.state())
        .containsExactly(State.CANCELLED);
    assertThatThrownBy(() -> waybill.messages().cancel(id))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.WRONG_STATE));
  }

  @Test
  @Seed({"S2.2", "S2.22", "S2.23", "S2.33"})
  void messages_are_found_by_words_and_by_every_field_with_their_latest_states() {
    String id =
        send(
            hello()
                .subject("Quarterly report")
                .text("The numbers are in")
                .tags("finance")
                .campaign("q3")
                .build());
    ended(id);
    send(NewMessage.builder("sms", "+4366412345").text("Your code is 1").build());
    assertThat(find(MessageFilter.ALL)).hasSize(2);
    assertThat(find(MessageFilter.ALL.withWords("quart* numbers"))).containsExactly(id);
    assertThat(find(MessageFilter.ALL.withWords("finance"))).containsExactly(id);
    assertThat(find(MessageFilter.ALL.withWords("quaterly numbrs finanse"))).containsExactly(id);
    assertThat(find(MessageFilter.ALL.withWords("ada@exmaple.org"))).containsExactly(id);
    assertThat(find(MessageFilter.ALL.with(Field.CHANNEL, "email"))).containsExactly(id);
    assertThat(find(MessageFilter.ALL.with(Field.RECIPIENT, "ada@example.org")))
        .containsExactly(id);
    assertThat(find(MessageFilter.ALL.with(Field.TAG, "finance"))).containsExactly(id);
    assertThat(find(MessageFilter.ALL.with(Field.CAMPAIGN, "q3"))).containsExactly(id);
    eventually(
        () ->
            assertThat(
                    find(
                        MessageFilter.ALL
                            .with(Field.PROVIDER_KEY, FIRST)
                            .with(Field.CHANNEL, "email")))
                .containsExactly(id));
    Message listed =
        waybill
            .messages()
            .list(MessageFilter.ALL.with(Field.CHANNEL, "email"), Page.Request.FIRST)
            .items()
            .getFirst();
    assertThat(listed.handoff().state()).isEqualTo("handed_off");
    assertThat(find(MessageFilter.ALL.withCreated(null, listed.createdAt()))).isEmpty();
  }

  @Test
  @Seed({"S2.27", "S2.28"})
  void the_plain_text_of_a_message_is_in_no_file_but_the_index_and_erasing_removes_it_there() {
    String secret = "Xylophonequartz";
    String id = send(hello().subject(secret).text("Dear " + secret).build());
    ended(id);
    assertThat(find(MessageFilter.ALL.withWords(secret))).containsExactly(id);
    String similar = secret.replace("quartz", "qartz");
    assertThat(find(MessageFilter.ALL.withWords(similar))).containsExactly(id);
    waybill.messages().erase(id);
    Message erased = waybill.messages().find(id).orElseThrow();
    assertThat(erased.content().request()).isNull();
    assertThat(erased.content().erasedAt()).isNotNull();
    assertThat(erased.handoff().state()).isEqualTo("handed_off");
    assertThat(find(MessageFilter.ALL.withWords(secret))).isEmpty();
    assertThat(find(MessageFilter.ALL.withWords(similar))).isEmpty();
    assertThatThrownBy(() -> waybill.messages().resend(id))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.WRONG_STATE));
    waybill.close();
    assertThat(filesWith(secret)).isEmpty();
    waybill = Waybill.open(folder, settings());
    assertThat(waybill.messages().find(id).orElseThrow().content().request()).isNull();
  }

  @Test
  void a_message_is_sent_after_a_restart() {
    waybill.pause(SendJob.QUEUE);
    String id = send(hello().build());
    assertThat(state(id)).isEqualTo("queued");
    waybill.close();
    waybill = Waybill.open(folder, settings());
    waybill.resume(SendJob.QUEUE);
    assertThat(ended(id).handoff().state()).isEqualTo("handed_off");
  }

  @Test
  void tenants_see_only_their_own_messages() {
    String id = send(hello().build());
    Messages other = waybill.tenant("other").messages();
    assertThat(other.find(id)).isEmpty();
    assertThat(other.list(MessageFilter.ALL, Page.Request.FIRST).items()).isEmpty();
    MessageAccepted own = other.send(hello().build());
    eventually(
        () ->
            assertThat(other.find(own.messageId()).orElseThrow().handoff().state())
                .isEqualTo("handed_off"));
  }

  private NewMessage.Builder hello() {
    return NewMessage.builder("email", "ada@example.org").subject("Hello").text("Lunch is ready");
  }

  private String send(NewMessage message) {
    return waybill.messages().send(message).messageId();
  }

  private String state(String id) {
    return waybill.messages().find(id).orElseThrow().handoff().state();
  }

  private Message handedOff(String id) {
    eventually(() -> assertThat(state(id)).isEqualTo("handed_off"));
    return waybill.messages().find(id).orElseThrow();
  }

  private Message ended(String id) {
    eventually(() -> assertThat(HandoffState.of(state(id)).isFinal()).isTrue());
    return waybill.messages().find(id).orElseThrow();
  }

  private ScriptedProvider.Script script(String provider) {
    return ScriptedProvider.script(test + "/" + provider);
  }

  private void runWaitingJobNow() {
    eventually(
        () -> {
          var job = waybill.list(JobFilter.ALL, Page.Request.FIRST).items().getFirst();
          assertThat(job.state()).isEqualTo(State.SCHEDULED);
          runNow(job.id());
        });
  }

  private void runNow(JobId job) {
    waybill.cancel(job);
    waybill.retry(job);
  }

  private List<String> find(MessageFilter filter) {
    return waybill.messages().list(filter, Page.Request.FIRST).items().stream()
        .map(Message::id)
        .toList();
  }

  private List<Path> filesWith(String text) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).filter(file -> contains(file, text)).toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static boolean contains(Path file, String text) {
    try {
      String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
      return bytes.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
