package dev.waybill.events.consume;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.events.consume.Shop.QUEUE;
import static dev.waybill.events.consume.Shop.TYPE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Attempt;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Consuming events from a queue.
@Timeout(180)
final class EventConsumerTest {

  private static final String ORDER =
      "{ \"order\": 7, \"price\": 1.50, \"schema_version\": \"1.0.0\", \"subject\": \"k-7\" }";

  private @TempDir Path folder;
  private Shop shop;

  @BeforeEach
  void open() {
    shop = new Shop(folder);
  }

  @AfterEach
  void close() {
    shop.close();
  }

  @ParameterizedTest
  @EnumSource
  @Seed("S1.8")
  void the_program_gets_the_event_in_every_format(Subscription.Format format) {
    shop.format(format);
    JobId id = shop.publish(TopicEvent.of(TYPE, ORDER).withId("e-7").withCorrelationId("c-7"));
    Job job = handled(id);
    assertThat(job.state()).isEqualTo(State.COMPLETED);
    ReceivedEvent event = shop.received.getFirst();
    assertThat(event.id()).isEqualTo("e-7");
    assertThat(event.type()).isEqualTo(TYPE);
    assertThat(event.version()).contains("1.0.0");
    assertThat(event.sentVersion()).contains("1.0.0");
    assertThat(event.key()).contains("k-7");
    assertThat(event.correlationId()).contains("c-7");
    assertThat(event.text()).isEqualTo(ORDER);
    assertThat(event.task().job().id()).isEqualTo(id);
  }

  @ParameterizedTest
  @EnumSource
  void the_program_gets_the_data_of_a_cloudevent(Subscription.Format format) {
    shop.format(format);
    String cloudEvent =
        """
        {"specversion":"1.0","id":"ce-1","source":"/till","type":"order.paid","subject":"k-7",\
        "schemaversion":"1.0.0","correlationid":"c-7","till":3,"data": {"order" : 7.0}}\
        """;
    handled(shop.publish(TopicEvent.cloudEvent(cloudEvent)));
    ReceivedEvent event = shop.received.getFirst();
    assertThat(event.id()).isEqualTo("ce-1");
    assertThat(event.source()).contains("/till");
    assertThat(event.version()).contains("1.0.0");
    assertThat(event.key()).contains("k-7");
    assertThat(event.correlationId()).contains("c-7");
    assertThat(event.attribute("till")).contains("3");
    assertThat(event.text().strip()).isEqualTo("{\"order\" : 7.0}");
  }

  @Test
  void a_notification_contains_attributes_that_were_given_outside_the_event() {
    shop.format(Subscription.Format.NOTIFICATION);
    handled(shop.publish(TopicEvent.of(TYPE, ORDER).withAttribute("country", "pt")));
    assertThat(shop.received.getFirst().attribute("country")).contains("pt");
    assertThat(shop.received.getFirst().attribute("nothing")).isEmpty();
  }

  @Test
  void an_event_type_that_is_not_a_job_type_is_read() {
    JobId id = shop.publish(TopicEvent.of("order/paid", "{\"order\":7}"));
    EventConsumer consumer =
        EventConsumer.builder(shop.waybill).reads("order/paid", "1.0").handle(shop::done);
    assertThat(shop.handledBy(consumer, id).state()).isEqualTo(State.COMPLETED);
    assertThat(shop.received.getFirst().type()).isEqualTo("order/paid");
  }

  @Test
  @Seed("S3.7")
  void an_invalid_event_is_dead_at_once_with_the_pointer() {
    shop.register(shop.schema("1.0.0", "order"));
    shop.checking(Topic.Checking.OFF);
    JobId id = shop.publish(TopicEvent.of(TYPE, ORDER.replace("7,", "\"seven\",")));
    Job job = handled(id);
    assertDead(job, "invalid_event", "not a valid order.paid 1.0.0: /order ");
    assertThat(shop.received).isEmpty();
  }

  @Test
  @Seed("S3.7")
  void unknown_fields_are_allowed_and_kept() {
    shop.register(shop.schema("1.0.0", "order"));
    shop.checking(Topic.Checking.OFF);
    assertThat(handled(shop.publish(TopicEvent.of(TYPE, ORDER))).state())
        .isEqualTo(State.COMPLETED);
    assertThat(shop.received.getFirst().text()).isEqualTo(ORDER);
  }

  @Test
  void a_payload_that_is_not_json_is_dead_at_once_with_the_reason() {
    Job broken = handled(shop.enqueue(TYPE, "{\"order\":"));
    assertDead(broken, "unreadable_event", "the event cannot be read: ");
    String inside = "{\"Type\":\"Notification\",\"MessageId\":\"m\",\"Message\":\"{\\\"a\\\"\"}";
    assertDead(handled(shop.enqueue(TYPE, inside)), "unreadable_event", "in /Message: ");
  }

  @Test
  void text_in_a_notification_is_an_event_if_there_is_no_schema() {
    String text = "{\"Type\":\"Notification\",\"MessageId\":\"m\",\"Message\":\"hello\"}";
    assertThat(handled(shop.enqueue(TYPE, text)).state()).isEqualTo(State.COMPLETED);
    assertThat(shop.received.getFirst().text()).isEqualTo("hello");
    shop.register(shop.schema("1.0.0", "order"));
    assertDead(
        handled(shop.enqueue(TYPE, text)), "invalid_event", "is JSON, but this event is not");
  }

  @Test
  void an_event_of_a_type_that_is_not_read_is_left_to_another_worker() {
    JobId id = shop.enqueue("order.sent", "{}");
    EventConsumer consumer = shop.reads("1.0.0").handle(shop::done);
    try (Worker _ = consumer.worker(QUEUE).handle("order.sent", consumer).start()) {
      eventually(() -> assertThat(shop.job(id).state()).isEqualTo(State.DEAD));
    }
    assertThat(shop.waybill.attempts(id)).hasSize(3);
    assertThat(shop.job(id).failure().orElseThrow().errorClass()).isEqualTo("unknown_type");
  }

  @Test
  void a_consumer_that_reads_nothing_is_refused() {
    assertThatThrownBy(() -> EventConsumer.builder(shop.waybill).handle(shop::done))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("at least one type");
    assertThatThrownBy(() -> shop.reads("two"))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("not a schema version");
  }

  private Job handled(JobId id) {
    return shop.handledBy(shop.reads("1.0.0").handle(shop::done), id);
  }

  private void assertDead(Job job, String kind, String words) {
    assertThat(job.state()).isEqualTo(State.DEAD);
    assertThat(shop.waybill.attempts(job.id()))
        .extracting(Attempt::ending)
        .containsExactly(Attempt.Ending.FAILED);
    Failure failure = job.failure().orElseThrow();
    assertThat(failure.errorClass()).isEqualTo(kind);
    assertThat(failure.message()).contains(words);
  }
}
