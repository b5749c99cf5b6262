package dev.waybill.backend.aws.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.Tables;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.sqs.model.Message;

/// Servers in processes of their own that are killed or stopped.
@Timeout(180)
class KilledServerTest {

  private static final LaneQueues.Lane LANE = new LaneQueues.Lane(ChildServer.QUEUE, 1);

  private final AwsConfig config = Emulators.config();

  @BeforeEach
  void createTables() {
    try (AwsLink link = AwsLink.open(config)) {
      JobPlan.tables(link.layout()).forEach(new Tables(link)::create);
    }
  }

  @Test
  void a_job_whose_server_is_killed_between_put_and_send_is_sent_by_another() throws Exception {
    try (ChildServer child = ChildServer.start("append", config)) {
      String id = child.line();
      assertThat(child.exitCode()).isEqualTo(9);
      try (AwsLink link = AwsLink.open(config)) {
        assertThat(new LaneQueues(link).receive(LANE, Duration.ZERO)).isEmpty();
      }
      InstantSource later =
          InstantSource.offset(InstantSource.system(), JobItem.RESENT_AFTER.plusSeconds(1));
      List<String> messages = new ArrayList<>();
      try (var server = new JobsFixture.Server(config, Settings.DEFAULT.withClock(later))) {
        LaneQueues lanes = new LaneQueues(server.link);
        eventually(
            () -> {
              lanes.receive(LANE, Duration.ZERO).stream().map(Message::body).forEach(messages::add);
              assertThat(messages).singleElement().asString().contains(id).contains("\"queue\"");
            });
      }
    }
  }

  @Test
  void a_server_that_was_stopped_for_twice_its_lease_cannot_end_the_job() throws Exception {
    try (var server = new JobsFixture.Server(config, Settings.DEFAULT);
        ChildServer child = ChildServer.start("complete", config)) {
      server.jobs.append(
          List.of(Drafts.draft("t", NewJob.builder("x").queue("work").payload("p").build())));
      String id = child.line();
      child.signal("STOP");
      long stopped = System.nanoTime();
      Job overdue = overdue(server.jobs);
      assertThat(overdue.id()).hasToString(id);
      server.jobs.apply(List.of(Transitions.lapsed(overdue, RetryPolicy.DEFAULT.withJitter(0), 0)));
      Job again = leased(server.jobs);
      eventually(
          () ->
              assertThat(System.nanoTime() - stopped)
                  .isGreaterThan(ChildServer.LEASE.multipliedBy(2).toNanos()));
      child.signal("CONT");
      child.goOn();
      assertThat(child.line()).contains("Stale");
      JobKey key = new JobKey("t", again.id());
      server.jobs.apply(
          List.of(Transitions.completed(new LeaseKey(key, again.attempt()), Payload.of("done"))));
      Job ended = server.jobs.find(key).orElseThrow();
      assertThat(ended.state()).isEqualTo(State.COMPLETED);
      assertThat(ended.result()).contains(Payload.of("done"));
    }
  }

  private static Job overdue(AwsJobStore store) {
    List<Job> found = new ArrayList<>();
    eventually(
        () -> {
          found.addAll(store.overdue(10));
          assertThat(found).isNotEmpty();
        });
    return found.getFirst();
  }

  private static Job leased(AwsJobStore store) {
    LeaseQuery query =
        new LeaseQuery(
            ChildServer.QUEUE, "parent", 1, Duration.ofMinutes(5), Duration.ofSeconds(20));
    return store.lease(query).getFirst();
  }
}
