package dev.waybill.messages.send;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.messages.MessageFixture.QUEUE;
import static dev.waybill.messages.MessageFixture.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Priority;
import dev.waybill.State;
import dev.waybill.conformance.Seed;
import dev.waybill.message.HandoffState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.messages.MessageFixture;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.TopicProcessing;
import dev.waybill.messages.http.Endpoint;
import dev.waybill.messages.provider.Sent;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.settings.CallObserver;
import dev.waybill.topic.Subscription;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/// Messages from creation to notification, on the embedded store with a real HTTP provider.
final class MessageProcessorTest {

  private static final NotificationTarget TARGET = NotificationTarget.parse("push:alerts");

  private @TempDir Path folder;
  private MessageFixture messages;
  private Endpoint ntfy;

  @BeforeEach
  void open() throws Exception {
    ntfy = new Endpoint();
    messages =
        new MessageFixture(
            folder, Subscription.Format.RAW, "phone=ntfy:?url=" + Sent.encoded(ntfy.address()));
  }

  @AfterEach
  void close() {
    messages.close();
    ntfy.close();
  }

  @ParameterizedTest
  @EnumSource(Subscription.Format.class)
  @Seed({"S1.8", "S1.9", "S1.20"})
  void a_message_is_notified_once_with_every_event_format(Subscription.Format format) {
    messages
        .waybill
        .topics()
        .subscribe(Subscription.of(TOPIC, "processor", QUEUE).withFormat(format));
    String id = create("Bom dia");
    try (Worker _ = worker()) {
      eventually(() -> assertThat(status(id)).isEqualTo(TopicMessageStatus.COMPLETED));
    }
    assertThat(ntfy.asked()).hasSize(1);
    assertThat(sent(0, "message")).isEqualTo("Bom dia");
    assertThat(sent(0, "title")).isEqualTo("manual_notification");
    assertThat(sent(0, "sequence_id")).isEqualTo(messages.record(id).notificationId());
    assertThat(job().state()).isEqualTo(State.COMPLETED);
  }

  @Test
  @Seed({"S1.11", "S1.17"})
  void all_steps_are_recorded_in_order() {
    String id = create("hi");
    AtomicReference<TopicMessageStatus> seen = new AtomicReference<>();
    ntfy.answers(
        exchange -> {
          seen.set(status(id));
          Endpoint.answer(exchange, 200, "{\"id\":\"ref\"}");
        });
    try (Worker _ = worker()) {
      eventually(() -> assertThat(status(id)).isEqualTo(TopicMessageStatus.COMPLETED));
    }
    assertThat(seen.get()).isEqualTo(TopicMessageStatus.PROCESSING);
    Message message = messages.record(id).message();
    assertThat(message.events())
        .extracting(MessageEvent::type)
        .containsExactly(
            "SendRequested",
            "MessageCreated",
            "MessageQueued",
            "HandoffAttempted",
            "HandoffAccepted",
            "ProviderAccepted");
    assertThat(message.attempts())
        .containsExactly(
            new MessageAttempt(
                1,
                id,
                HandoffState.HANDED_OFF,
                new MessageAttempt.Provider("phone", "ref"),
                message.events().get(3).at(),
                null));
  }

  @Test
  @Seed({"S1.11", "S1.13", "S1.14", "S1.16"})
  void an_unavailable_provider_causes_dead_letters_that_can_be_redriven() {
    ntfy.answers(503, "down for maintenance");
    String id = create("hi");
    String body = job().payload().text();
    try (Worker _ = worker()) {
      eventually(() -> assertThat(job().state()).isEqualTo(State.DEAD));
      assertThat(messages.attempts(job())).hasSize(3);
      assertThat(job().payload().text()).isEqualTo(body);
      assertThat(job().failure().map(Failure::message).orElse(""))
          .contains("answered 503: down for maintenance");
      assertThat(status(id)).isEqualTo(TopicMessageStatus.FAILED);
      assertThat(messages.record(id).errorMessage()).contains("answered 503");
      assertThat(messages.record(id).attempt()).isEqualTo(3);
      ntfy.answers(200, "{\"id\":\"ref\"}");
      messages.waybill.redrive(job().id());
      eventually(() -> assertThat(status(id)).isEqualTo(TopicMessageStatus.COMPLETED));
    }
    assertThat(messages.record(id).attempt()).isEqualTo(4);
    assertThat(ntfy.asked())
        .extracting(asked -> new JsonMapper().readTree(asked.body().text()).path("sequence_id"))
        .hasSize(4)
        .containsOnly(
            new JsonMapper().readTree("\"" + messages.record(id).notificationId() + "\""));
  }

  @Test
  void the_retry_after_time_of_a_provider_is_respected() {
    ntfy.answers(
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", "600");
          Endpoint.answer(exchange, 429, "slow down");
        });
    Instant began = InstantSource.system().instant();
    create("hi");
    try (Worker _ = worker()) {
      eventually(() -> assertThat(job().progress().errors()).isEqualTo(1));
    }
    assertThat(job().progress().runAt()).isAfterOrEqualTo(began.plusSeconds(599));
  }

  @Test
  @Seed("S1.10")
  void invalid_records_of_a_batch_are_dead_at_once_with_their_error_and_do_not_affect_others() {
    List<String> good = IntStream.range(0, 8).mapToObj(i -> create("message " + i)).toList();
    Job unparsable = enqueue("{\"schema_version\":");
    Job violating = enqueue("{\"schema_version\":\"1.0\",\"event_type\":\"message_created\"}");
    try (Worker _ = worker()) {
      eventually(
          () -> {
            assertThat(good)
                .allSatisfy(id -> assertThat(status(id)).isEqualTo(TopicMessageStatus.COMPLETED));
            assertThat(rejection(unparsable)).contains("not strict JSON");
            assertThat(rejection(violating)).contains("is missing");
          });
    }
    assertThat(ntfy.asked()).hasSize(8);
  }

  @Test
  @Seed("S1.15")
  void an_unsupported_version_is_dead_at_once_and_the_record_has_the_error() {
    String id = create("hi");
    Job first = job();
    Job second = enqueue(first.payload().text().replace("\"1.0\"", "\"3.0\""));
    messages.waybill.cancel(first.id());
    try (Worker _ = worker()) {
      eventually(() -> assertThat(rejection(second)).isEqualTo("unsupported schema version: 3.0"));
    }
    assertThat(status(id)).isEqualTo(TopicMessageStatus.FAILED);
    assertThat(messages.record(id).errorMessage()).isEqualTo("unsupported schema version: 3.0");
    assertThat(ntfy.asked()).isEmpty();
  }

  @Test
  @Seed("S1.15")
  void an_unsupported_version_without_a_record_is_dead_at_once() {
    create("hi");
    Job first = job();
    Job stray =
        enqueue(
            first
                .payload()
                .text()
                .replace("\"1.0\"", "\"3.0\"")
                .replaceFirst("\"message_id\":\"[^\"]+", "$0-unknown"));
    messages.waybill.cancel(first.id());
    try (Worker _ = worker()) {
      eventually(() -> assertThat(rejection(stray)).isEqualTo("unsupported schema version: 3.0"));
    }
    assertThat(messages.attempts(stray)).hasSize(1);
  }

  @Test
  @Seed("S1.15")
  void version_2_has_a_priority() {
    String id =
        messages
            .waybill
            .topicMessages()
            .create(TOPIC, MessageFixture.hello("now").withPriority(Priority.HIGH))
            .messageId();
    try (Worker _ = worker()) {
      eventually(() -> assertThat(status(id)).isEqualTo(TopicMessageStatus.COMPLETED));
    }
    assertThat(sent(0, "priority")).isEqualTo("5");
  }

  @Test
  @Seed("S1.17")
  void a_second_event_of_the_same_message_is_skipped() {
    String id = create("hi");
    Job first = job();
    Job second = enqueue(first.payload().text().replaceFirst("\"event_id\":\"[^\"]+", "$0-again"));
    try (Worker _ = worker()) {
      eventually(
          () -> assertThat(List.of(state(first), state(second))).containsOnly(State.COMPLETED));
    }
    assertThat(status(id)).isEqualTo(TopicMessageStatus.COMPLETED);
    assertThat(ntfy.asked()).hasSize(1);
    assertThat(List.of(result(first), result(second)))
        .containsExactlyInAnyOrder(
            "{\"status\":\"completed\"}",
            "{\"status\":\"skipped\",\"reason\":\"already processed\"}");
  }

  @Test
  @Seed("S1.17")
  void a_job_waits_while_another_notifies_of_the_same_message() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    ntfy.answers(
        exchange -> {
          arrived.countDown();
          await(released);
          Endpoint.answer(exchange, 200, "{}");
        });
    create("hi");
    Job first = job();
    try (Worker _ = worker()) {
      arrived.await();
      Job second = enqueue(first.payload().text());
      eventually(
          () ->
              assertThat(messages.attempts(second))
                  .extracting(Attempt::ending)
                  .contains(Attempt.Ending.SNOOZED));
      released.countDown();
      eventually(() -> assertThat(state(second)).isEqualTo(State.COMPLETED));
      assertThat(result(second)).contains("already processed");
    }
    assertThat(state(first)).isEqualTo(State.COMPLETED);
    assertThat(ntfy.asked()).hasSize(1);
  }

  @Test
  void the_next_worker_continues_after_a_stop_while_sending() throws Exception {
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    ntfy.answers(
        _ -> {
          arrived.countDown();
          await(never);
        });
    String id = create("hi");
    Worker stopped = worker();
    arrived.await();
    stopped.close(Duration.ZERO);
    assertThat(status(id)).isEqualTo(TopicMessageStatus.PROCESSING);
    ntfy.answers(200, "{}");
    try (Worker _ = worker()) {
      eventually(() -> assertThat(status(id)).isEqualTo(TopicMessageStatus.COMPLETED));
    }
    assertThat(messages.record(id).attempt()).isEqualTo(1);
    assertThat(sent(1, "sequence_id")).isEqualTo(sent(0, "sequence_id"));
    assertThat(messages.record(id).message().events())
        .filteredOn(event -> event.type().equals("HandoffRepeated"))
        .singleElement()
        .extracting(event -> event.details().get(EventDetails.ERROR_CODE))
        .isEqualTo("sender_lost");
    assertThat(messages.waybill.messages().explain(id)).contains("sender_lost", "twice");
  }

  @Test
  void a_job_that_lost_its_attempt_to_another_one_waits_for_it() {
    String id = create("hi");
    Job lost = job();
    messages.waybill.enqueue(NewJob.builder("message_created").queue("other").build());
    Job other = messages.waybill.lease(LeaseRequest.of("other", "w")).getFirst().job();
    claim(id, MessageEventType.HANDOFF_ATTEMPTED, lost);
    claim(id, MessageEventType.HANDOFF_REPEATED, other);
    try (Worker _ = worker()) {
      eventually(
          () ->
              assertThat(messages.attempts(lost))
                  .extracting(Attempt::ending)
                  .contains(Attempt.Ending.SNOOZED));
    }
    assertThat(ntfy.asked()).isEmpty();
  }

  private void claim(String id, MessageEventType type, Job job) {
    Map<String, String> details = EventDetails.of(EventDetails.JOB_ID, job.id().toString());
    messages.facts.record(messages.facts.event(id, 1, type, details));
  }

  @Test
  @Seed("S1.17")
  void a_notification_sent_before_a_crash_is_not_sent_again() {
    String id = create("hi");
    Map<String, String> details =
        EventDetails.of(
            EventDetails.PROVIDER_KEY, "phone",
            EventDetails.PROVIDER_MSG_ID, "ref",
            EventDetails.PROVIDER_STATE, "accepted");
    MessageFacts facts = messages.facts;
    facts.record(facts.event(id, 1, MessageEventType.HANDOFF_ATTEMPTED, details));
    facts.record(facts.event(id, 1, MessageEventType.HANDOFF_ACCEPTED, details));
    try (Worker _ = worker()) {
      eventually(() -> assertThat(state(job())).isEqualTo(State.COMPLETED));
    }
    assertThat(result(job())).contains("already processed");
    assertThat(messages.record(id).message().provider().state()).isEqualTo("accepted");
    assertThat(ntfy.asked()).isEmpty();
  }

  @Test
  void an_event_without_a_record_is_dead_after_all_its_receives() {
    Job stray =
        enqueue(
            """
            {"schema_version":"1.0","event_type":"message_created","event_id":"e-1",
             "timestamp":"2025-10-21T14:30:00.000Z","source":"scheduler",
             "message":{"message_id":"m-1","message_type":"scheduled_hello","stage":"dev",
                        "created_by":"scheduler","correlation_id":"c-1"},
             "metadata":{"region":"us-east-1","environment":"dev"}}\
            """);
    try (Worker _ = worker()) {
      eventually(() -> assertThat(reason(stray)).contains("\"m-1\""));
    }
    assertThat(messages.waybill.messages().find("m-1")).isEmpty();
  }

  @Test
  @Seed("S1.14")
  void a_permanent_provider_error_causes_a_dead_letter_that_can_be_redriven() {
    ntfy.answers(403, "forbidden");
    String id = create("hi");
    try (Worker _ = worker()) {
      eventually(() -> assertThat(rejection(job())).contains("answered 403: forbidden"));
      assertThat(status(id)).isEqualTo(TopicMessageStatus.FAILED);
      assertThat(messages.record(id).errorMessage()).contains("answered 403");
      assertThat(ntfy.asked()).hasSize(1);
      ntfy.answers(200, "{\"id\":\"ref\"}");
      messages.waybill.redrive(job().id());
      eventually(() -> assertThat(state(job())).isEqualTo(State.COMPLETED));
    }
    assertThat(status(id)).isEqualTo(TopicMessageStatus.COMPLETED);
    assertThat(messages.attempts(job())).hasSize(2);
  }

  @Test
  void a_payload_that_cannot_be_rendered_is_dead_at_once_with_its_error() {
    String payload = "{\"text\":\"hi\",\"click\":\"javascript:alert(1)\"}";
    messages
        .waybill
        .topicMessages()
        .create(TOPIC, NewTopicMessage.byScheduler("hello", "dev", payload));
    try (Worker _ = worker()) {
      eventually(() -> assertThat(rejection(job())).contains("click"));
    }
  }

  @Test
  void an_unexpected_exception_of_a_provider_is_stored_and_retried() {
    String id = create("hi");
    MessageProcessor processor =
        new MessageProcessor(
            messages.waybill,
            messages.facts,
            new MessageSender.Shared(
                new ProviderRoutes(List.of(new BrokenProvider()), List.of()),
                new RecentContents(),
                new MessageTemplates(messages.backend.ledger(), InstantSource.system()),
                new SendLimits(Map.of(), null, InstantSource.system()),
                new ProviderCalls(CallObserver.NONE)),
            TARGET);
    try (Worker _ = processor.worker(QUEUE).patience(Duration.ofMillis(100)).start()) {
      eventually(() -> assertThat(reason(job())).isEqualTo("a bug"));
    }
    assertThat(messages.record(id).errorMessage()).isEqualTo("a bug");
  }

  private Worker worker() {
    return messages
        .waybill
        .service(TopicProcessing.class)
        .worker(QUEUE, TARGET)
        .patience(Duration.ofMillis(100))
        .start();
  }

  private String create(String text) {
    return messages.create(text);
  }

  private Job enqueue(String payload) {
    NewJob job = NewJob.builder("message_created").queue(QUEUE).payload(payload).build();
    return messages.waybill.find(messages.waybill.enqueue(job).id()).orElseThrow();
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

  /// The error of a job that is dead after exactly three receives.
  private String reason(Job job) {
    return reasonAfter(3, job);
  }

  /// The error of a job that is dead after a single receive.
  private String rejection(Job job) {
    return reasonAfter(1, job);
  }

  private String reasonAfter(int receives, Job job) {
    assertThat(state(job)).isEqualTo(State.DEAD);
    assertThat(messages.attempts(job)).hasSize(receives);
    Job dead = messages.waybill.find(job.id()).orElseThrow();
    return dead.failure().map(Failure::message).orElseThrow();
  }

  private TopicMessageStatus status(String id) {
    return messages.record(id).status();
  }

  private String sent(int index, String field) {
    return new JsonMapper().readTree(ntfy.asked().get(index).body().text()).path(field).asString();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }
}
