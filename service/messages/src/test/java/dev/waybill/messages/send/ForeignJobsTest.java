package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.message.Message;
import dev.waybill.message.NewMessage;
import dev.waybill.settings.Settings;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whoever may enqueue jobs must not act as the message service by jobs of its types.
final class ForeignJobsTest {

  private @TempDir Path folder;
  private Waybill waybill;

  @BeforeEach
  void open() {
    waybill = Waybill.open(folder, Settings.DEFAULT);
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  void a_job_of_somebody_else_sends_no_message() {
    Message message = delivered("default");
    Job job =
        ended(
            waybill,
            SendJob.QUEUE,
            SendJob.TYPE,
            "{\"message_id\":\"%s\",\"attempt_no\":99}".formatted(message.id()));
    assertRejected(job);
    assertThat(waybill.messages().find(message.id())).contains(message);
  }

  @Test
  void a_job_of_somebody_else_reports_nothing_about_messages_of_another_tenant() {
    Message message = delivered("default");
    delivered("attacker");
    Job job =
        ended(
            waybill.tenant("attacker"),
            CheckJob.queue("sandbox"),
            ReportJob.TYPE,
            "{\"provider_msg_id\":\"sandbox-%s\",\"event\":\"provider_complaint\",\"happens\":\"PT0S\"}"
                .formatted(message.attempts().getFirst().attemptId()));
    assertRejected(job);
    assertThat(waybill.messages().find(message.id())).contains(message);
    assertThat(waybill.suppressions().list(Page.Request.FIRST).items()).isEmpty();
  }

  private static void assertRejected(Job job) {
    assertThat(job.progress().failure())
        .satisfies(failure -> assertThat(failure.errorClass()).isEqualTo("foreign_job"));
  }

  private static Job ended(Waybill of, String queue, String type, String payload) {
    JobId id =
        of.enqueue(NewJob.builder(type).queue(queue).payload(Payload.of(payload)).build()).id();
    eventually(() -> assertThat(of.find(id).orElseThrow().state()).isEqualTo(State.DEAD));
    return of.find(id).orElseThrow();
  }

  private Message delivered(String tenant) {
    NewMessage hello = NewMessage.builder("email", "ada@example.org").text("Hello").build();
    Waybill own = waybill.tenant(tenant);
    String id = own.messages().send(hello).messageId();
    eventually(
        () ->
            assertThat(own.messages().find(id).orElseThrow().provider().state())
                .isEqualTo("delivered"));
    eventually(
        () ->
            assertThat(own.list(JobFilter.ALL, Page.Request.FIRST).items())
                .extracting(Job::state)
                .containsOnly(State.COMPLETED));
    return own.messages().find(id).orElseThrow();
  }
}
