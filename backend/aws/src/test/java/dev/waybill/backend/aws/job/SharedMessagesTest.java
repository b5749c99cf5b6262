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
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/// Two servers whose calls wait for the messages of one queue. The test decides which of them
/// receives first.
class SharedMessagesTest {

  private static final Duration PATIENT = Duration.ofSeconds(25);

  private final JobsFixture fixture = new JobsFixture(Settings.DEFAULT);
  private final QueueKey queue = new QueueKey("default", "work");
  private final GatedServer one = new GatedServer();
  private final GatedServer other = new GatedServer();

  /// A server whose receive calls reach SQS when its gate is open.
  private final class GatedServer implements AutoCloseable {
    private final CountDownLatch gate = new CountDownLatch(1);
    private final FaultyService sqs = new FaultyService(Emulators.sqs().url());
    private final JobsFixture.Server server;

    private GatedServer() {
      AwsConfig.Endpoints direct = fixture.config().endpoints();
      sqs.each(this::afterTheGate);
      server =
          new JobsFixture.Server(
              fixture
                  .config()
                  .withEndpoints(
                      new AwsConfig.Endpoints(direct.dynamodb(), sqs.url(), direct.s3())),
              fixture.settings());
    }

    private Fault afterTheGate(String operation) {
      try {
        if (operation.equals("ReceiveMessage")) {
          gate.await();
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
      return Fault.NONE;
    }

    private Background<List<Job>> lease(Duration patience) {
      return Background.of(
              () ->
                  server.jobs.lease(
                      new LeaseQuery(queue, "w", 1, Duration.ofMinutes(10), patience)))
          .onceItWaits();
    }

    private long receives() {
      return server.link.counts().of("SQS", "ReceiveMessage");
    }

    @Override
    public void close() {
      gate.countDown();
      server.close();
      sqs.close();
    }
  }

  @AfterEach
  void close() {
    one.close();
    other.close();
    fixture.close();
  }

  private static Draft draft() {
    return Drafts.draft("default", NewJob.builder("x").queue("work").payload("p").build());
  }

  /// Stores jobs by a third server, and returns when their messages are in SQS.
  private void append(int jobs) {
    for (int i = 0; i < jobs; i++) {
      fixture.server().jobs.append(List.of(draft()));
    }
    Queues queues = new Queues(fixture.server().link);
    String name = new LaneQueues(fixture.server().link).name(new Lane(queue, 1));
    eventually(
        () ->
            assertThat(queues.find(name).map(queues::attributesOf))
                .get()
                .extracting(found -> found.get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES))
                .isEqualTo(Integer.toString(jobs)));
  }

  @Test
  void a_server_receives_no_more_messages_than_its_calls_want_jobs() {
    Background<List<Job>> first = one.lease(PATIENT);
    Background<List<Job>> second = other.lease(PATIENT);
    append(2);
    one.gate.countDown();
    assertThat(first.answer()).hasSize(1);
    other.gate.countDown();
    assertThat(second.answer()).hasSize(1);
  }

  @Test
  void a_message_that_nobody_on_a_server_wants_any_more_reaches_another_server() {
    Background<List<Job>> waiting = other.lease(PATIENT);
    assertThat(one.lease(Duration.ofMillis(500)).answer()).isEmpty();
    append(1);
    one.gate.countDown();
    eventually(() -> assertThat(one.receives()).isPositive());
    other.gate.countDown();
    assertThat(waiting.answer()).hasSize(1);
  }
}
