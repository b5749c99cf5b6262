package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import io.nats.client.Message;
import io.nats.client.Subscription;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Any client of NATS sees the state changes of jobs, if they are switched on.
@Timeout(180)
final class StateEventsTest {

  private static final QueueKey QUEUE = new QueueKey("acme", "mails.fast");
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final Duration LEASE = Duration.ofMinutes(1);

  @Test
  void a_plain_client_sees_every_state_of_a_job_in_order() throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink client = server.link();
        NatsBackend backend = open(server, true)) {
      Subscription events = client.connection().subscribe("wb.state.>");
      client.connection().flush(PATIENCE);
      Job job = completed(backend.jobs());

      List<String> subjects = new ArrayList<>();
      List<String> bodies = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Message event = Objects.requireNonNull(events.nextMessage(PATIENCE));
        subjects.add(event.getSubject());
        bodies.add(new String(event.getData(), StandardCharsets.UTF_8));
      }
      assertThat(subjects)
          .containsExactly(
              "wb.state.acme.mails=2efast.queued",
              "wb.state.acme.mails=2efast.running",
              "wb.state.acme.mails=2efast.completed");
      assertThat(bodies)
          .allSatisfy(
              body ->
                  assertThat(body)
                      .contains("\"id\":\"" + job.id() + "\"", "\"type\":\"demo\"")
                      .doesNotContain("secret"));
      assertThat(bodies.get(1)).contains("\"state\":\"running\"", "\"attempt\":1", "\"version\":2");
    }
  }

  @Test
  void a_lease_that_is_extended_is_no_change_of_state() throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink client = server.link();
        NatsBackend backend = open(server, true)) {
      Subscription events = client.connection().subscribe("wb.state.>");
      client.connection().flush(PATIENCE);
      Job job = leased(backend.jobs());
      backend.jobs().extend(List.of(lease(job)), LEASE);
      complete(backend.jobs(), job);

      List<String> states = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        String subject = Objects.requireNonNull(events.nextMessage(PATIENCE)).getSubject();
        states.add(subject.substring(subject.lastIndexOf('.') + 1));
      }
      assertThat(states).containsExactly("queued", "running", "completed");
    }
  }

  @Test
  void nothing_is_published_unless_it_is_switched_on() throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink client = server.link();
        NatsBackend backend = open(server, false)) {
      Subscription events = client.connection().subscribe("wb.>");
      client.connection().flush(PATIENCE);
      completed(backend.jobs());

      String first = "";
      while (!first.startsWith("wb.job.")) {
        first = Objects.requireNonNull(events.nextMessage(PATIENCE)).getSubject();
        assertThat(first).doesNotStartWith("wb.state.");
      }
    }
  }

  private static NatsBackend open(NatsServer server, boolean events) {
    Path local = server.directory("local");
    NatsConfig config = NatsConfig.of(server.url(), local);
    return NatsBackend.open(events ? config.withStateEvents() : config, Settings.DEFAULT);
  }

  private static Job completed(JobStore jobs) {
    Job job = leased(jobs);
    complete(jobs, job);
    return job;
  }

  private static Job leased(JobStore jobs) {
    NewJob job = NewJob.builder("demo").queue(QUEUE.queue()).payload("secret").build();
    jobs.append(List.of(Drafts.draft(QUEUE.tenant(), job)));
    return jobs.lease(new LeaseQuery(QUEUE, "w", 1, LEASE, PATIENCE)).getFirst();
  }

  private static void complete(JobStore jobs, Job job) {
    jobs.apply(List.of(Transitions.completed(lease(job), Payload.empty())));
  }

  private static LeaseKey lease(Job job) {
    return new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt());
  }
}
