package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.engine.EngineOpener;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.messages.MessageProcessor;
import dev.waybill.messages.MessageRecords;
import dev.waybill.messages.PayloadTemplate;
import dev.waybill.messages.notify.NotSent;
import dev.waybill.messages.notify.Notifier;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// `waybill dead show` for a message whose delivery is dead.
@Timeout(60)
final class DeadMessageTest {

  private static final String QUEUE = "messages";
  private static final Notifier REFUSES =
      _ -> {
        throw new NotSent.Never("ntfy answered 403: forbidden");
      };

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Subscription.Format.class)
  void a_dead_message_is_explained_with_reason_attempts_and_record(Subscription.Format format) {
    CreatedTopicMessage message = refused(format);
    JobId job = message.deliveries().getFirst().job();
    Ran ran = show(job);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .containsPattern("(?m)^last error +notification_refused: ntfy answered 403: forbidden")
        .containsPattern("(?m)^ +1 .* failed .*ntfy answered 403: forbidden")
        .containsPattern("MESSAGE +" + message.messageId())
        .containsPattern("(?m)^ +status +failed")
        .containsPattern("(?m)^ +error +ntfy answered 403: forbidden")
        .contains("waybill redrive " + job);
    assertThat(show(job, "--json").out())
        .contains("\"message\":{\"message_id\":\"" + message.messageId())
        .contains("\"payload\":{\"text\":\"hi\"}")
        .contains("\"error_message\":\"ntfy answered 403: forbidden\"");
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
    Backend backend = EngineOpener.backend(folder.toUri(), Settings.DEFAULT);
    try (Waybill waybill = EngineOpener.over(backend, Settings.DEFAULT)) {
      waybill.topics().put(Topic.of("messages-dev"));
      waybill.topics().subscribe(Subscription.of("messages-dev", "p", QUEUE).withFormat(format));
      NewTopicMessage hi = NewTopicMessage.byScheduler("hello", "dev", "{\"text\":\"hi\"}");
      CreatedTopicMessage created = waybill.topicMessages().create("messages-dev", hi);
      awaitDeath(backend, waybill, created.deliveries().getFirst().job());
      return created;
    }
  }

  private JobId unreadable() {
    Backend backend = EngineOpener.backend(folder.toUri(), Settings.DEFAULT);
    try (Waybill waybill = EngineOpener.over(backend, Settings.DEFAULT)) {
      NewJob broken =
          NewJob.builder("message_created").queue(QUEUE).payload("{\"event_type\":").build();
      JobId job = waybill.enqueue(broken).id();
      awaitDeath(backend, waybill, job);
      return job;
    }
  }

  private static void awaitDeath(Backend backend, Waybill waybill, JobId job) {
    MessageRecords records =
        new MessageRecords(backend.ledger(), Waybill.DEFAULT_TENANT, InstantSource.system());
    try (Worker _ =
        new MessageProcessor(waybill, records, REFUSES, new PayloadTemplate())
            .worker(QUEUE)
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
