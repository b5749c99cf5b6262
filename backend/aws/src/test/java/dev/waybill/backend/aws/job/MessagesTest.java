package dev.waybill.backend.aws.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Priority;
import dev.waybill.backend.aws.job.LaneQueues.Bell;
import dev.waybill.backend.aws.job.LaneQueues.Lane;
import dev.waybill.backend.aws.link.Queues;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.model.Message;

/// The messages in SQS.
class MessagesTest {

  private final JobsFixture fixture = new JobsFixture(Settings.DEFAULT);
  private final LaneQueues lanes = new LaneQueues(fixture.server().link);
  private final QueueKey queue = new QueueKey("default", "work");

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void each_priority_has_a_queue_and_a_message_names_job_queue_and_attempt() {
    Draft draft =
        Drafts.draft("default", NewJob.builder("x").queue("work").priority(Priority.HIGH).build());
    fixture.server().jobs.append(List.of(draft));
    Lane high = new Lane(queue, 0);
    List<String> bodies = new ArrayList<>();
    eventually(
        () -> {
          lanes.receive(high, Duration.ZERO).stream().map(Message::body).forEach(bodies::add);
          assertThat(bodies)
              .containsExactly(
                  "{\"job_id\":\"%s\",\"queue\":\"work\",\"attempt\":1}"
                      .formatted(draft.key().id()));
        });
    assertThat(lanes.name(high)).endsWith("-work-high");
    assertThat(lanes.name(new Lane(queue, 1))).endsWith("-work");
    assertThat(lanes.name(new Lane(queue, 2))).endsWith("-work-low");
  }

  @ParameterizedTest
  @ValueSource(strings = {"document_ingestion", "diagram_generation"})
  void the_payload_of_a_document_job_is_the_message(String type) {
    JobId id = Drafts.nextId();
    String payload = "{\"job_id\":\"%s\",\"session_id\":\"s\",\"documents\":[]}".formatted(id);
    NewJob job = NewJob.builder(type).queue("work").priority(Priority.LOW).payload(payload).build();
    fixture.server().jobs.append(List.of(new Draft(new JobKey("default", id), job, null)));
    List<Message> received = new ArrayList<>();
    eventually(
        () -> {
          received.addAll(withAttributes(new Lane(queue, 2)));
          assertThat(received).hasSize(1);
        });
    assertThat(received.getFirst().body()).isEqualTo(payload);
    assertThat(received.getFirst().messageAttributes())
        .hasSize(2)
        .hasEntrySatisfying("JobType", one -> assertThat(one.stringValue()).isEqualTo(type))
        .hasEntrySatisfying("Priority", one -> assertThat(one.stringValue()).isEqualTo("low"));
  }

  private List<Message> withAttributes(Lane lane) {
    Queues queues = new Queues(fixture.server().link);
    return queues
        .find(lanes.name(lane))
        .map(
            url ->
                fixture
                    .server()
                    .link
                    .sqs(
                        "receive",
                        client ->
                            client.receiveMessage(
                                call -> call.queueUrl(url).messageAttributeNames("All")))
                    .messages())
        .orElse(List.of());
  }

  @Test
  void messages_of_unknown_jobs_are_deleted() {
    Lane lane = new Lane(queue, 1);
    String unknown = Drafts.nextId().toString();
    lanes.send(lane, List.of(new Bell(unknown, 1, Duration.ZERO)));
    lanes.send(lane, List.of(new Bell("no job", 1, Duration.ZERO)));
    LeaseQuery query = new LeaseQuery(queue, "w", 1, Duration.ofMinutes(1), Duration.ofSeconds(25));
    Background<List<Job>> waiting =
        Background.of(() -> fixture.server().jobs.lease(query)).onceItWaits();
    eventually(
        () ->
            assertThat(fixture.server().link.counts().of("SQS", "DeleteMessageBatch"))
                .isPositive());
    Draft draft = Drafts.draft("default", NewJob.builder("x").queue("work").build());
    fixture.server().jobs.append(List.of(draft));
    assertThat(waiting.answer()).extracting(Job::id).containsExactly(draft.key().id());
  }

  @Test
  void the_messages_of_a_paused_queue_stay_in_sqs() {
    AwsJobStore store = fixture.server().jobs;
    store.pause(queue, true);
    LeaseQuery query = new LeaseQuery(queue, "w", 1, Duration.ofMinutes(1), Duration.ofSeconds(8));
    Background<List<Job>> waiting = Background.of(() -> store.lease(query)).onceItWaits();
    store.append(List.of(Drafts.draft("default", NewJob.builder("x").queue("work").build())));
    assertThat(waiting.answer()).isEmpty();
    eventually(() -> assertThat(lanes.receive(new Lane(queue, 1), Duration.ZERO)).hasSize(1));
  }

  @Test
  void tenants_do_not_share_queues() {
    assertThat(lanes.name(new Lane(new QueueKey("a", "b-c"), 1)))
        .isNotEqualTo(lanes.name(new Lane(new QueueKey("a-b", "c"), 1)));
  }
}
