package dev.waybill.backend.aws.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.backend.aws.Emulators;
import dev.waybill.backend.aws.FaultyService;
import dev.waybill.backend.aws.FaultyService.Fault;
import dev.waybill.backend.aws.job.LaneQueues.Lane;
import dev.waybill.backend.aws.link.AwsConfig;
import dev.waybill.backend.aws.link.Queues;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.Message;

/// SQS queues that are deleted, missing or out of reach, while jobs come and go.
class LostQueuesTest {

  private static final Duration PATIENT = Duration.ofSeconds(25);
  private static final int LANES = 3;

  private final AwsConfig config = Emulators.config();
  private final JobsFixture fixture = new JobsFixture(Settings.DEFAULT, config);
  private final QueueKey queue = new QueueKey("default", "work");
  private final Lane normal = new Lane(queue, 1);
  private final LaneQueues lanes = new LaneQueues(fixture.server().link);

  @AfterEach
  void close() {
    fixture.close();
  }

  private static Draft draft() {
    return Drafts.draft("default", NewJob.builder("x").queue("work").payload("p").build());
  }

  private LeaseQuery query(Duration patience) {
    return new LeaseQuery(queue, "w", 1, Duration.ofMinutes(10), patience);
  }

  private void deleteQueue() {
    Queues queues = new Queues(fixture.server().link);
    String url = queues.find(lanes.name(normal)).orElseThrow();
    fixture
        .server()
        .link
        .sqs("delete a queue", client -> client.deleteQueue(call -> call.queueUrl(url)));
  }

  private void awaitMessageOf(Draft draft) {
    List<String> bodies = new ArrayList<>();
    eventually(
        () -> {
          lanes.receive(normal, Duration.ZERO).stream().map(Message::body).forEach(bodies::add);
          assertThat(bodies).anyMatch(body -> body.contains(draft.key().id().toString()));
        });
  }

  @Test
  void messages_are_sent_after_their_queue_was_deleted() {
    Draft first = draft();
    fixture.server().jobs.append(List.of(first));
    awaitMessageOf(first);
    deleteQueue();
    Draft second = draft();
    fixture.server().jobs.append(List.of(second));
    awaitMessageOf(second);
  }

  @Test
  void messages_are_received_after_their_queue_was_deleted() {
    try (JobsFixture.Server other = fixture.another()) {
      Draft first = draft();
      other.jobs.append(List.of(first));
      awaitMessageOf(first);
      assertThat(other.jobs.lease(query(Duration.ZERO))).hasSize(1);
      deleteQueue();
      Background<List<Job>> waiting =
          Background.of(() -> other.jobs.lease(query(PATIENT))).onceItWaits();
      fixture.server().jobs.append(List.of(draft()));
      assertThat(waiting.answer()).hasSize(1);
    }
  }

  @Test
  void messages_that_sqs_refuses_in_passing_are_sent_again() {
    try (FaultyService sqs = new FaultyService(Emulators.sqs().url());
        JobsFixture.Server faulty = behind(sqs)) {
      sqs.next("SendMessageBatch", Fault.UNSENT, Fault.UNSENT);
      Draft draft = draft();
      faulty.jobs.append(List.of(draft));
      awaitMessageOf(draft);
    }
  }

  @Test
  void a_server_that_cannot_receive_asks_the_table() {
    try (FaultyService sqs = new FaultyService(Emulators.sqs().url());
        JobsFixture.Server faulty = behind(sqs)) {
      sqs.all(() -> Fault.ERROR);
      Background<List<Job>> waiting =
          Background.of(() -> faulty.jobs.lease(query(PATIENT))).onceItWaits();
      Draft draft = draft();
      fixture.server().jobs.append(List.of(draft));
      assertThat(waiting.answer()).extracting(Job::id).containsExactly(draft.key().id());
    }
  }

  @Test
  void jobs_of_a_queue_that_nobody_provisioned_are_found() {
    try (JobsFixture.Server one = withoutCreating();
        JobsFixture.Server other = withoutCreating()) {
      Background<List<Job>> waiting =
          Background.of(() -> other.jobs.lease(query(PATIENT))).onceItWaits();
      Draft draft = draft();
      one.jobs.append(List.of(draft));
      assertThat(waiting.answer()).extracting(Job::id).containsExactly(draft.key().id());
    }
  }

  @Test
  void a_queue_that_nobody_provisioned_is_not_looked_up_again_and_again() {
    try (JobsFixture.Server server = withoutCreating()) {
      assertThat(server.jobs.lease(query(Duration.ofSeconds(4)))).isEmpty();
      assertThat(server.link.counts().of("SQS", "GetQueueUrl")).isBetween(1L, (long) LANES);
    }
  }

  private JobsFixture.Server withoutCreating() {
    return new JobsFixture.Server(config.withCreate(false), fixture.settings());
  }

  private JobsFixture.Server behind(FaultyService sqs) {
    AwsConfig.Endpoints direct = config.endpoints();
    return new JobsFixture.Server(
        config.withEndpoints(new AwsConfig.Endpoints(direct.dynamodb(), sqs.url(), direct.s3())),
        fixture.settings());
  }
}
