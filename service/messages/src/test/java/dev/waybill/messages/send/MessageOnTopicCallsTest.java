package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.messages.MessageFixture.QUEUE;
import static dev.waybill.messages.MessageFixture.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.message.Message;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.TopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.messages.MessageFixture;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.TopicProcessing;
import dev.waybill.messages.http.Endpoint;
import dev.waybill.messages.provider.Sent;
import dev.waybill.topic.Subscription;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The calls of the message service for messages on topics, and the targets of their notifications.
final class MessageOnTopicCallsTest {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private @TempDir Path folder;
  private MessageFixture messages;
  private Endpoint endpoint;

  @BeforeEach
  void open() throws Exception {
    endpoint = new Endpoint();
    messages =
        new MessageFixture(
            folder,
            Subscription.Format.RAW,
            "phone=ntfy:?url=%s hooks=webhook:?secret=%s"
                .formatted(Sent.encoded(endpoint.address()), SECRET));
  }

  @AfterEach
  void close() {
    messages.close();
    endpoint.close();
  }

  @Test
  void a_message_on_a_topic_is_found_and_listed_like_any_other() {
    String id = messages.create("Sopa de legumes");
    MessageFilter onTopic =
        MessageFilter.ALL
            .with(MessageFilter.Field.CHANNEL, "topic")
            .with(MessageFilter.Field.RECIPIENT, TOPIC)
            .withWords("legumes");
    Message listed =
        messages.waybill.messages().list(onTopic, Page.Request.first(10)).items().getFirst();
    assertThat(listed.id()).isEqualTo(id);
    TopicMessage view = listed.onTopic().orElseThrow();
    assertThat(view.type()).isEqualTo("manual_notification");
    assertThat(view.status()).isEqualTo(TopicMessageStatus.QUEUED);
  }

  @Test
  void a_canceled_message_is_not_sent() {
    String id = messages.create("hi");
    messages.waybill.messages().cancel(id);
    try (Worker _ = worker()) {
      eventually(() -> assertThat(state(job())).isEqualTo(State.COMPLETED));
    }
    assertThat(result(job())).contains("skipped", "canceled");
    assertThat(endpoint.asked()).isEmpty();
  }

  @Test
  void an_erased_message_is_not_sent() {
    String id = messages.create("hi");
    messages.waybill.messages().erase(id);
    try (Worker _ = worker()) {
      eventually(() -> assertThat(state(job())).isEqualTo(State.COMPLETED));
    }
    assertThat(result(job())).contains("skipped", "erased");
    assertThat(messages.waybill.messages().find(id).orElseThrow().onTopic()).isEmpty();
    assertThat(endpoint.asked()).isEmpty();
  }

  @Test
  void a_message_on_a_topic_is_processed_again_by_its_job_only() {
    String id = messages.create("hi");
    assertThatThrownBy(() -> messages.waybill.messages().resend(id))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.WRONG_STATE));
  }

  @Test
  void a_signed_webhook_is_a_notification_target() {
    String id = messages.create("hi");
    NotificationTarget hook = new NotificationTarget("webhook", endpoint.address() + "/hook");
    try (Worker _ = worker(hook)) {
      eventually(() -> assertThat(status(id)).isEqualTo(TopicMessageStatus.COMPLETED));
    }
    assertThat(endpoint.asked().getFirst().headers()).containsEntry("webhook-id", id);
    assertThat(Sent.json(endpoint.asked().getFirst().body().text()).path("type").asString())
        .isEqualTo("notification.created");
    assertThat(messages.record(id).message().provider().state()).isEqualTo("delivered");
  }

  @Test
  void a_target_without_a_provider_is_refused_at_the_start() {
    assertThatThrownBy(() -> worker(new NotificationTarget("pigeon", "x")))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("pigeon");
  }

  private Worker worker() {
    return worker(NotificationTarget.parse("push:alerts"));
  }

  private Worker worker(NotificationTarget target) {
    return messages
        .waybill
        .service(TopicProcessing.class)
        .worker(QUEUE, target)
        .patience(Duration.ofMillis(100))
        .start();
  }

  private Job job() {
    return messages.jobs().getLast();
  }

  private State state(Job job) {
    return messages.waybill.find(job.id()).orElseThrow().state();
  }

  private String result(Job job) {
    return messages.waybill.find(job.id()).orElseThrow().result().orElseThrow().text();
  }

  private TopicMessageStatus status(String id) {
    return messages.record(id).status();
  }
}
