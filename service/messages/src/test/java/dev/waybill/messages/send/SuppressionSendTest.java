package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.NewMessage;
import dev.waybill.message.NewSuppression;
import dev.waybill.message.ProviderState;
import dev.waybill.message.Suppression;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.result.FieldError;
import dev.waybill.result.Refused;
import dev.waybill.result.Suppressed;
import dev.waybill.settings.Settings;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

final class SuppressionSendTest {

  private static final String ADA = "ada@example.org";

  private @TempDir Path folder;
  private String script = "";
  private Waybill waybill;

  @BeforeEach
  void open(TestInfo info) {
    script = "suppressions/" + info.getTestMethod().orElseThrow().getName();
    waybill =
        Waybill.open(
            folder,
            Settings.DEFAULT.withServiceSetting(
                MessagesProvider.PROVIDERS, "mail=scripted:" + script));
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  void a_suppressed_recipient_gets_no_message_and_the_job_is_done() {
    waybill.suppressions().add(NewSuppression.of("email", ADA));
    Message message = send();
    assertThat(message.handoff().state()).isEqualTo("failed");
    MessageEvent last = message.events().getLast();
    assertThat(last.type()).isEqualTo("MessageSuppressed");
    assertThat(last.details())
        .containsEntry("error_code", "suppressed")
        .containsEntry("reason", "manual");
    assertThat(waybill.messages().explain(message.id()))
        .contains("not handed to a provider", "suppression list");
    assertThat(ScriptedProvider.script(script).sent).isEmpty();
    eventually(
        () ->
            assertThat(waybill.list(JobFilter.ALL, Page.Request.FIRST).items())
                .extracting(Job::state)
                .containsExactly(State.COMPLETED));
  }

  @Test
  void after_the_removal_a_message_is_sent() {
    waybill.suppressions().add(NewSuppression.of("email", ADA));
    send();
    waybill.suppressions().remove("email", ADA);
    assertThat(send().handoff().state()).isEqualTo("handed_off");
  }

  @Test
  void a_hard_bounce_and_a_complaint_suppress_the_recipient() {
    answer(ProviderState.BOUNCED);
    send();
    assertThat(reason()).isEqualTo(Suppression.Reason.HARD_BOUNCE);
    waybill.suppressions().remove("email", ADA);
    answer(ProviderState.COMPLAINT);
    send();
    assertThat(reason()).isEqualTo(Suppression.Reason.COMPLAINT);
    assertThat(send().events().getLast().details()).containsEntry("reason", "complaint");
  }

  @Test
  void each_item_of_a_call_has_its_own_answer() {
    Instant past = Instant.EPOCH;
    assertThat(
            waybill
                .suppressions()
                .addAll(
                    List.of(
                        NewSuppression.of("email", ADA),
                        NewSuppression.of("email", "no address"),
                        new NewSuppression("email", ADA, Suppression.Reason.MANUAL, past))))
        .satisfiesExactly(
            first -> assertThat(first).isInstanceOf(Suppressed.class),
            second ->
                assertThat(((Refused) second).errors())
                    .extracting(FieldError::pointer)
                    .containsExactly("/recipient"),
            third ->
                assertThat(((Refused) third).errors())
                    .extracting(FieldError::pointer)
                    .containsExactly("/expires_at"));
    assertThat(waybill.suppressions().list(Page.Request.FIRST).items()).hasSize(1);
  }

  private void answer(ProviderState state) {
    ScriptedProvider.script(script).answers.add(new HandoffResult.Accepted("id", state));
  }

  private Suppression.Reason reason() {
    return waybill.suppressions().find("email", ADA).orElseThrow().reason();
  }

  private Message send() {
    NewMessage hello = NewMessage.builder("email", ADA).text("Hello").build();
    String id = waybill.messages().send(hello).messageId();
    eventually(
        () -> {
          Message message = waybill.messages().find(id).orElseThrow();
          assertThat(message.handoff().rank()).isEqualTo(100);
        });
    return waybill.messages().find(id).orElseThrow();
  }
}
