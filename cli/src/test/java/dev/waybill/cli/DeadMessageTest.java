package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.TopicProcessing;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `waybill dead show` for a message whose delivery is dead.
@Timeout(180)
final class DeadMessageTest {

  private static final String QUEUE = "messages";
  /// The sandbox refuses what goes to this recipient.
  private static final NotificationTarget REFUSES = new NotificationTarget("push", "refuse");

  private static final String ERROR = "the sandbox was told to refuse";

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Subscription.Format.class)
  void a_dead_message_is_explained_with_reason_attempts_and_record(Subscription.Format format) {
    CreatedTopicMessage message = refused(format);
    JobId job = message.deliveries().getFirst().job();
    Ran ran = show(job);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .containsPattern("(?m)^last error +notification_refused: " + ERROR)
        .containsPattern("(?m)^ +1 .* failed .*" + ERROR)
        .containsPattern("MESSAGE +" + message.messageId())
        .containsPattern("(?m)^ +status +failed")
        .containsPattern("(?m)^ +error +" + ERROR)
        .contains("waybill redrive " + job);
    assertThat(show(job, "--json").out())
        .contains("\"message\":{\"message_id\":\"" + message.messageId())
        .contains("\"payload\":{\"text\":\"hi\"}")
        .contains("\"error_message\":\"" + ERROR + "\"");
  }

  @Test
  void an_unreadable_dead_letter_has_a_reason_and_no_record() {
    JobId job = unreadable();
    assertThat(show(job).out())
        .contains("unreadable_event: ", "waybill redrive " + job)
        .doesNotContain("MESSAGE");
    assertThat(show(job, "--json").out()).doesNotContain("\"message\":{");
  }

  private CreatedTopicMessage refused(Subscription.Format format) {
    try (Waybill waybill = Waybill.open(folder)) {
      waybill.topics().put(Topic.of("messages-dev"));
      waybill.topics().subscribe(Subscription.of("messages-dev", "p", QUEUE).withFormat(format));
      NewTopicMessage hi = NewTopicMessage.byScheduler("hello", "dev", "{\"text\":\"hi\"}");
      CreatedTopicMessage created = waybill.topicMessages().create("messages-dev", hi);
      awaitDeath(waybill, created.deliveries().getFirst().job());
      return created;
    }
  }

  private JobId unreadable() {
    try (Waybill waybill = Waybill.open(folder)) {
      NewJob broken =
          NewJob.builder("message_created").queue(QUEUE).payload("{\"event_type\":").build();
      JobId job = waybill.enqueue(broken).id();
      awaitDeath(waybill, job);
      return job;
    }
  }

  private static void awaitDeath(Waybill waybill, JobId job) {
    try (Worker _ =
        waybill
            .service(TopicProcessing.class)
            .worker(QUEUE, REFUSES)
            .patience(Duration.ofMillis(100))
            .start()) {
      eventually(() -> assertThat(waybill.find(job).orElseThrow().state()).isEqualTo(State.DEAD));
    }
  }

  private Ran show(JobId job, String... more) {
    List<String> all = new ArrayList<>(List.of("dead", "show", job.toString()));
    all.addAll(List.of("--data", folder.toString()));
    all.addAll(List.of(more));
    return waybill(all.toArray(String[]::new));
  }
}
