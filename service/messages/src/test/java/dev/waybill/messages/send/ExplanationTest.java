package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/// One sentence for each reason why a message is not delivered yet, was sent twice, or was not
/// sent.
final class ExplanationTest {

  private static final NewMessage HELLO =
      NewMessage.builder("email", "ada@example.org").text("Hello").build();

  private @TempDir Path folder;
  private Waybill waybill;
  private ScriptedProvider.Script script;

  @BeforeEach
  void open(TestInfo info) {
    String name = "explain/" + info.getTestMethod().orElseThrow().getName();
    script = ScriptedProvider.script(name);
    waybill =
        Waybill.open(
            folder,
            Settings.DEFAULT.withServiceSetting(
                MessagesProvider.PROVIDERS, "one=scripted:" + name));
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  void not_yet_because_it_is_scheduled() {
    Instant later = Instant.now().plus(Duration.ofHours(1));
    assertThat(explain(send(HELLO.toBuilder().sendAt(later).build()))).contains("is scheduled for");
  }

  @Test
  void not_yet_because_the_queue_is_paused() {
    waybill.pause(SendJob.QUEUE);
    assertThat(explain(send(HELLO))).contains("paused");
  }

  @Test
  void not_yet_because_the_provider_is_busy() {
    script.answers.add(new HandoffResult.Retryable("busy", "try later", Duration.ofHours(1)));
    String id = send(HELLO);
    waits();
    assertThat(explain(id)).contains("Attempt 1", "try later", "attempt 2 waits until");
  }

  @Test
  void not_yet_because_the_outcome_is_open() {
    script.answers.add(new HandoffResult.Ambiguous("no_answer", "no answer within 30 s"));
    String id = send(HELLO);
    waits();
    assertThat(explain(id)).contains("left attempt 1 open", "no answer within 30 s", "repeated");
  }

  @Test
  void not_yet_because_the_provider_reports_later() {
    String id = send(HELLO);
    handedOff(id);
    assertThat(explain(id)).contains("accepted the message and has not reported");
  }

  @Test
  void perhaps_twice_after_an_open_outcome() {
    script.answers.add(new HandoffResult.Ambiguous("no_answer", "no answer within 30 s"));
    String id = send(HELLO);
    runNow(waits());
    handedOff(id);
    assertThat(script.sent).hasSize(2);
    assertThat(explain(id)).contains("attempt 1 was made again", "no_answer", "twice");
    assertThat(waybill.messages().find(id).orElseThrow().events())
        .anyMatch(event -> event.type().equals("HandoffRepeated"));
  }

  @Test
  void twice_because_somebody_asked() {
    String id = send(HELLO);
    handedOff(id);
    waybill.messages().resend(id);
    eventually(() -> assertThat(script.sent).hasSize(2));
    handedOff(id);
    assertThat(explain(id)).contains("sent 2 times", "attempts 1, 2", "asked to send it again");
  }

  @Test
  void not_sent_because_it_was_refused() {
    script.answers.add(new HandoffResult.Refused("bad_address", "no such mailbox"));
    String id = send(HELLO);
    eventually(() -> assertThat(state(id)).isEqualTo("failed"));
    assertThat(explain(id)).contains("Attempt 1 by provider one failed: no such mailbox");
  }

  @Test
  void not_sent_because_it_was_canceled() {
    waybill.pause(SendJob.QUEUE);
    String id = send(HELLO);
    waybill.messages().cancel(id);
    assertThat(explain(id)).contains("was canceled before");
  }

  @Test
  void not_sent_because_its_job_was_canceled() {
    waybill.pause(SendJob.QUEUE);
    String id = send(HELLO);
    waybill.cancel(job().id());
    assertThat(explain(id)).contains("was not sent", "its job ended as cancelled");
  }

  private String send(NewMessage message) {
    return waybill.messages().send(message).messageId();
  }

  private String explain(String id) {
    String sentence = waybill.messages().explain(id);
    assertThat(sentence).endsWith(".").doesNotContain(". ");
    return sentence;
  }

  private String state(String id) {
    return waybill.messages().find(id).orElseThrow().handoff().state();
  }

  private void handedOff(String id) {
    eventually(() -> assertThat(state(id)).isEqualTo("handed_off"));
  }

  private Job job() {
    return waybill
        .list(JobFilter.ALL.withQueue(SendJob.QUEUE), Page.Request.FIRST)
        .items()
        .getFirst();
  }

  private Job waits() {
    eventually(
        () -> {
          assertThat(job().state()).isEqualTo(State.SCHEDULED);
          assertThat(job().progress().errors()).isPositive();
        });
    return job();
  }

  private void runNow(Job job) {
    waybill.cancel(job.id());
    waybill.retry(job.id());
  }
}
