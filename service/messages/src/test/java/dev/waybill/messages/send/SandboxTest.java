package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.NewMessage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What happens to messages that the sandbox gets, with the server's own configuration.
final class SandboxTest {

  private @TempDir Path folder;
  private Waybill waybill;

  @BeforeEach
  void open() {
    waybill = Waybill.open(folder);
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  @Seed("S2.1")
  void the_message_view_shows_what_the_sandbox_has_delivered() {
    String id = send("ada@example.org");
    reaches(id, "delivered");
    MessageFilter inbox = MessageFilter.ALL.with(MessageFilter.Field.PROVIDER_KEY, "sandbox");
    eventually(
        () ->
            assertThat(waybill.messages().list(inbox, Page.Request.FIRST).items())
                .extracting(Message::id)
                .containsExactly(id));
  }

  @Test
  void a_bounce_is_reported_after_the_handoff() {
    String id = send("bounce+10ms@example.org");
    reaches(id, "bounced");
    assertThat(events(id)).containsSubsequence("ProviderAccepted", "ProviderBounced");
  }

  @Test
  @Seed({"S2.6", "S2.11"})
  void reports_that_come_twice_and_out_of_order_change_nothing() {
    String id = send("complain.duplicate.disorder+10ms@example.org");
    eventually(() -> assertThat(reportJobs()).hasSize(6).allMatch(job -> job.state().isTerminal()));
    assertThat(find(id).provider().state()).isEqualTo("complaint");
    assertThat(events(id))
        .containsOnlyOnce("ProviderComplaint", "ProviderDelivered", "ProviderDeferred");
  }

  @Test
  void a_late_report_survives_a_restart() {
    String id = send("delay+1h@example.org");
    eventually(() -> assertThat(reportJobs()).hasSize(1));
    reaches(id, "accepted");
    waybill.close();
    waybill = Waybill.open(folder);
    Job late = reportJobs().getFirst();
    assertThat(late.state()).isEqualTo(State.SCHEDULED);
    waybill.cancel(late.id());
    waybill.retry(late.id());
    reaches(id, "delivered");
  }

  private List<Job> reportJobs() {
    return waybill.list(JobFilter.ALL.withType(ReportJob.TYPE), Page.Request.first(100)).items();
  }

  private void reaches(String id, String state) {
    eventually(() -> assertThat(find(id).provider().state()).isEqualTo(state));
  }

  private List<String> events(String id) {
    return find(id).events().stream().map(MessageEvent::type).toList();
  }

  private Message find(String id) {
    return waybill.messages().find(id).orElseThrow();
  }

  private String send(String recipient) {
    NewMessage message = NewMessage.builder("email", recipient).text("Lunch is ready").build();
    return waybill.messages().send(message).messageId();
  }
}
