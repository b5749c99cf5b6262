package dev.waybill.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.Waybill;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.Engine;
import dev.waybill.engine.EngineOpener;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Delivery;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import dev.waybill.topic.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which events are equal, and how many deliveries one call may have.
final class PublishingTest {

  private static final String TOPIC = "orders";
  private static final Settings SETTINGS = Settings.DEFAULT.withMaintenanceEvery(null);

  private final Engine engine = EngineOpener.over(new ModelBackend(SETTINGS), SETTINGS);
  private final Waybill waybill = engine.forServices();
  private final Topics topics = engine.topics();

  @BeforeEach
  void open() {
    topics.put(Topic.of(TOPIC));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          /id       | {"type":"t","id":5}
          /id       | {"type":"t","id":null}
          /id       | {"type":"t","id":"  "}
          /event_id | {"type":"t","event_id":5}
          /event_id | {"type":"t","event_id":{},"id":null}
          """)
  void an_id_that_is_not_a_text_is_refused_with_its_pointer(String pointer, String body) {
    NotPublished refused =
        (NotPublished) topics.publishAll(TOPIC, List.of(TopicEvent.of(body))).getFirst();
    assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT);
    assertThat(refused.violations()).extracting(Violation::pointer).containsExactly(pointer);
  }

  @Test
  void an_id_outside_the_event_takes_precedence_over_the_body() {
    TopicEvent event = TopicEvent.of("t", "{\"id\":5}");
    assertThat(topics.publish(TOPIC, event.withId("e-1")).eventId()).isEqualTo("e-1");
    assertThat(topics.publish(TOPIC, TopicEvent.of("t", "{}")).eventId()).isNotBlank();
    assertThat(topics.publishAll(TOPIC, List.of(event.withId(" "))).getFirst())
        .isInstanceOf(NotPublished.class);
  }

  @ParameterizedTest
  @CsvSource({"RAW", "NOTIFICATION", "CLOUDEVENT"})
  void the_same_body_bare_and_in_a_notification_is_the_same_event(Subscription.Format format) {
    topics.subscribe(Subscription.of(TOPIC, "all", "q").withFormat(format));
    String body = "{\"event_id\":\"e-1\",\"type\":\"t\",\"n\": 1.50}";
    String wrapped =
        """
        {"Type":"Notification","MessageId":"m-1","TopicArn":"arn:aws:sns:a:1:b","Message":%s,
         "Timestamp":"2025-10-21T14:30:00.000Z"}\
        """
            .formatted("\"" + body.replace("\"", "\\\"") + "\"");
    topics.publish(TOPIC, TopicEvent.of(body));
    Published again = topics.publish(TOPIC, TopicEvent.of(wrapped));
    assertThat(again.deliveries()).extracting(Delivery::duplicate).containsExactly(true);
    String other = wrapped.replace("1.50", "1.51");
    assertThat(topics.publishAll(TOPIC, List.of(TopicEvent.of(other))).getFirst())
        .isInstanceOfSatisfying(
            NotPublished.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.REQUEST_ID_CONFLICT));
  }

  @Test
  void a_call_refuses_events_beyond_its_limit_of_deliveries() {
    Delivering delivering = new Delivering(waybill, 5);
    for (String id : List.of("a", "b", "c")) {
      Incoming event = Incoming.of(TopicEvent.of("t", "{}").withId(id));
      List<Subscription> two =
          List.of(Subscription.of(TOPIC, "s1", "q"), Subscription.of(TOPIC, "s2", "q"));
      delivering.add(
          new Sorted(null, event, List.of(), two, new DeliveryJobs("default", TOPIC, event)));
    }
    delivering.add(Sorted.refused(new NotPublished(Code.SCHEMA_VIOLATION, "")));
    assertThat(delivering.answers())
        .extracting(PublishingTest::codeOf)
        .containsExactly(null, null, Code.TOO_MANY_ITEMS, Code.SCHEMA_VIOLATION);
  }

  private static @Nullable Code codeOf(PublishAnswer answer) {
    return answer instanceof NotPublished refused ? refused.code() : null;
  }

  @Test
  void deliveries_are_returned_in_pages() {
    IntStream.range(0, 5).forEach(i -> topics.subscribe(Subscription.of(TOPIC, "s" + i, "q")));
    topics.put(Topic.of("other"));
    topics.subscribe(Subscription.of("other", "s", "q"));
    topics.publish(TOPIC, TopicEvent.of("t", "{}").withId("e"));
    topics.publish("other", TopicEvent.of("t", "{}").withId("e"));
    List<Job> jobs = new ArrayList<>();
    Page.Request request = Page.Request.first(2);
    while (true) {
      Page<Job> page = topics.deliveries(TOPIC, "e", request);
      assertThat(page.items()).hasSizeBetween(1, 2);
      jobs.addAll(page.items());
      if (page.nextCursor() == null) {
        break;
      }
      request = request.next(page.nextCursor());
    }
    assertThat(jobs).hasSize(5).allSatisfy(job -> assertThat(job.tags()).contains("topic:orders"));
  }
}
