package dev.waybill.events.consume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Outcome;
import dev.waybill.State;
import dev.waybill.conformance.Seed;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.TopicEvent;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Events of the bus, which contain a retry count.
@Timeout(180)
final class BusConsumerTest {

  private static final String MINIMAL =
      """
      {"schema_version":"1.0.0","event_id":"e-1","title":"Soup","source":"manual",\
      "type":"FREE_FOOD_EVENT","published_at":"2025-11-02T14:03:22Z","retries":0,"metadata":{}}\
      """;

  private @TempDir Path folder;
  private Shop shop;
  private String pizza;

  @BeforeEach
  void open() {
    shop = new Shop(folder);
    pizza = shop.sample("free-food-event.json");
  }

  @AfterEach
  void close() {
    shop.close();
  }

  @ParameterizedTest
  @EnumSource
  @Seed({"S3.7", "S3.8"})
  void a_failure_changes_only_retry_count_and_metadata(Subscription.Format format) {
    shop.format(format);
    JobId id = shop.publish(TopicEvent.of(pizza));
    String stored = shop.job(id).payload().text();
    Job job = shop.handledBy(failing("oven is off", "still off"), id);
    assertThat(job.state()).isEqualTo(State.COMPLETED);
    assertThat(shop.received)
        .extracting(ReceivedEvent::text)
        .containsExactly(pizza, after(id, "oven is off"), after(id, "oven is off", "still off"));
    assertThat(shop.received.getLast().consumed().retries()).isEqualTo(2);
    assertThat(job.payload().text()).isEqualTo(stored);
  }

  @Test
  @Seed("S3.8")
  void a_redriven_event_keeps_its_error_history() {
    JobId id = shop.publish(TopicEvent.of(pizza));
    assertThat(shop.handledBy(failing("one", "two", "three"), id).state()).isEqualTo(State.DEAD);
    shop.waybill.redrive(id);
    shop.handledBy(failing(), id);
    assertThat(shop.received.getLast().text()).isEqualTo(after(id, "one", "two", "three"));
  }

  @Test
  @Seed({"S3.7", "S3.12"})
  void optional_fields_may_be_missing() {
    assertThat(shop.handledBy(failing(), shop.publish(TopicEvent.of(MINIMAL))).state())
        .isEqualTo(State.COMPLETED);
    assertThat(shop.received.getFirst().text()).isEqualTo(MINIMAL);
    assertThat(shop.received.getFirst().consumed().retries()).isZero();
  }

  @Test
  @Seed("S3.7")
  void unknown_fields_are_kept_through_a_failure() {
    String odd = MINIMAL.replace("\"title\"", "\"oven\" : 1e3,\"title\"");
    JobId id = shop.enqueue("FREE_FOOD_EVENT", odd);
    shop.handledBy(failing("off"), id);
    assertThat(shop.received.getFirst().text()).isEqualTo(odd);
    assertThat(shop.received.getLast().text())
        .contains("\"oven\" : 1e3,\"title\"", "\"retries\":1");
  }

  @Test
  @Seed("S3.7")
  void a_missing_required_field_makes_a_dead_letter_with_its_pointer() {
    JobId id = shop.enqueue("FREE_FOOD_EVENT", MINIMAL.replace("\"title\":\"Soup\",", ""));
    Job job = shop.handledBy(failing(), id);
    assertThat(job.state()).isEqualTo(State.DEAD);
    assertThat(job.failure().orElseThrow().message()).contains("/title is missing");
    assertThat(shop.waybill.attempts(id)).hasSize(1);
  }

  @Test
  @Seed("S3.8")
  void a_program_can_publish_a_failed_event() {
    Instant now = Instant.parse("2025-11-02T15:00:00Z");
    EventConsumer consumer =
        EventConsumer.builder(shop.waybill)
            .reads("FREE_FOOD_EVENT", "1.0.0")
            .clock(InstantSource.fixed(now))
            .handle(event -> Outcome.done(event.failed("oven is off").text()));
    Job job = shop.handledBy(consumer, shop.publish(TopicEvent.of(MINIMAL)));
    String entry = "{\"at\":\"2025-11-02T15:00:00Z\",\"error\":\"oven is off\",\"retries\":1}";
    assertThat(job.result().orElseThrow().text())
        .isEqualTo(
            MINIMAL
                .replace("\"retries\":0", "\"retries\":1")
                .replace(
                    "{}", "{\"last_error\":\"oven is off\",\"error_history\":[" + entry + "]}"));
  }

  @Test
  @Seed("S3.8")
  void an_event_of_a_version_with_other_retry_fields_is_unchanged() {
    String later =
        """
        {"schema_version":"1.1.0","event_id":"e-1","source":"manual","type":"FREE_FOOD_EVENT",\
        "title":"Soup","published_at":"2025-11-02T14:03:22Z","retries":"none","metadata":{}}\
        """;
    Iterator<String> errors = List.of("off").iterator();
    EventConsumer consumer =
        EventConsumer.builder(shop.waybill)
            .reads("FREE_FOOD_EVENT", "1.1.0")
            .handle(event -> failingFirst(event, errors));
    shop.handledBy(consumer, shop.enqueue("FREE_FOOD_EVENT", later));
    assertThat(shop.received).extracting(ReceivedEvent::text).containsExactly(later, later);
  }

  @Test
  void an_event_outside_the_bus_is_retried_unchanged() {
    String order = "{\"retries\":0,\"metadata\":{}}";
    Iterator<String> errors = List.of("off").iterator();
    EventConsumer consumer = shop.reads("1.0.0").handle(event -> failingFirst(event, errors));
    shop.handledBy(consumer, shop.publish(TopicEvent.of(Shop.TYPE, order)));
    assertThat(shop.received).extracting(ReceivedEvent::text).containsExactly(order, order);
  }

  /// Fails with these errors, one per attempt, and then succeeds. Alternates exceptions and
  /// outcomes.
  private EventConsumer failing(String... errors) {
    Iterator<String> next = Arrays.asList(errors).iterator();
    return EventConsumer.builder(shop.waybill)
        .reads("FREE_FOOD_EVENT", "1.0.0")
        .handle(event -> failingFirst(event, next));
  }

  private Outcome failingFirst(ReceivedEvent event, Iterator<String> errors) {
    shop.received.add(event);
    String error = errors.hasNext() ? errors.next() : null;
    if (error != null && shop.received.size() % 2 == 1) {
      throw new IllegalStateException(error);
    }
    return error == null ? Outcome.done() : Outcome.retry(error);
  }

  private String after(JobId id, String... errors) {
    Iterator<Attempt> attempts = shop.waybill.attempts(id).iterator();
    int[] retries = {0};
    String history =
        List.of(errors).stream()
            .map(
                error ->
                    "{\"at\":\"%s\",\"error\":\"%s\",\"retries\":%d}"
                        .formatted(attempts.next().endedAt(), error, ++retries[0]))
            .collect(Collectors.joining(","));
    String last = "\"cal-2025-11-02-1234\"";
    return pizza
        .replace("\"retries\": 0", "\"retries\": " + errors.length)
        .replace(
            last,
            last
                + ",\"last_error\":\"%s\",\"error_history\":[%s]"
                    .formatted(errors[errors.length - 1], history));
  }
}
