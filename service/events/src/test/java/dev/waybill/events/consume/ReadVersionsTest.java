package dev.waybill.events.consume;

import static dev.waybill.events.consume.Shop.TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.State;
import dev.waybill.conformance.Seed;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Events of versions that the program does not read.
@Timeout(180)
@Isolated("captures the log of the whole process")
final class ReadVersionsTest {

  private static final String TO_SECOND =
      """
      {"from":"1.0.0","steps":[{"rename":"/order","to":"number"},\
      {"set":"/schema_version","value":"1.1.0"}]}\
      """;
  private static final String TO_THIRD =
      """
      {"from":"1.1.0","steps":[{"rename":"/number","to":"receipt"},\
      {"set":"/schema_version","value":"2.0.0"}]}\
      """;

  private @TempDir Path folder;
  private Shop shop;

  @BeforeEach
  void open() {
    shop = new Shop(folder);
    shop.checking(Topic.Checking.OFF);
  }

  @AfterEach
  void close() {
    shop.close();
  }

  @ParameterizedTest
  @EnumSource
  void an_old_dead_letter_is_redriven_to_a_new_consumer(Subscription.Format format) {
    shop.format(format);
    shop.register(shop.schema("1.0.0", "order"));
    JobId id = shop.publish(order("1.0.0", "order"));
    String stored = shop.job(id).payload().text();
    EventConsumer old =
        shop.reads("1.0.0")
            .handle(
                _ -> {
                  throw new IllegalStateException("the printer is on fire");
                });
    assertThat(shop.handledBy(old, id).state()).isEqualTo(State.DEAD);

    shop.register(shop.schema("2.0.0", "number").upcast(TO_SECOND.replace("1.1.0", "2.0.0")));
    shop.waybill.redrive(id);
    Job job = shop.handledBy(reads("2.0.0"), id);

    assertThat(job.state()).isEqualTo(State.COMPLETED);
    ReceivedEvent event = shop.received.getFirst();
    assertThat(event.text())
        .isEqualTo("{\"schema_version\":\"2.0.0\",\"price\":1.50,\"number\":7}");
    assertThat(event.version()).contains("2.0.0");
    assertThat(event.sentVersion()).contains("1.0.0");
    assertThat(job.payload().text()).isEqualTo(stored);
  }

  @Test
  void an_event_is_upcast_step_by_step() {
    registerChain();
    shop.handledBy(reads("2.0.0"), shop.publish(order("1.0.0", "order")));
    shop.handledBy(reads("2.0.0"), shop.publish(order("1.1.0", "number")));
    assertThat(shop.received)
        .extracting(ReceivedEvent::text)
        .containsExactly(
            "{\"schema_version\":\"2.0.0\",\"price\":1.50,\"receipt\":7}",
            "{\"schema_version\":\"2.0.0\",\"price\":1.50,\"receipt\":7}");
  }

  @Test
  void an_event_is_upcast_to_the_highest_version_that_is_read() {
    registerChain();
    EventConsumer both = shop.reads("1.1.0").reads(TYPE, "2.0.0").handle(shop::done);
    shop.handledBy(both, shop.publish(order("1.0.0", "order")));
    shop.handledBy(both, shop.publish(order("1.1.0", "number")));
    assertThat(shop.received)
        .extracting(event -> event.version().orElse(""))
        .containsExactly("2.0.0", "1.1.0");
  }

  @Test
  void an_upcast_to_an_invalid_event_is_dead_with_the_pointer() {
    registerChain();
    Job job = shop.handledBy(reads("2.0.0"), shop.publish(order("1.0.0", "odd")));
    assertDead(job, "not a valid order.paid 2.0.0: /receipt ");
  }

  @Test
  void a_failed_upcast_makes_a_dead_letter() {
    registerChain();
    String both = "{\"schema_version\":\"1.1.0\",\"number\":7,\"receipt\":8}";
    Job job = shop.handledBy(reads("2.0.0"), shop.publish(TopicEvent.of(TYPE, both)));
    assertDead(job, "order.paid 1.1.0 cannot be upcast to 2.0.0: ");
  }

  @Test
  @Seed("S3.9")
  void within_a_major_version_the_schema_of_the_consumer_decides() {
    shop.register(shop.schema("1.0.0", "order"));
    JobId patch = shop.publish(order("1.0.1", "order"));
    assertThat(shop.handledBy(reads("1.0.0"), patch).state()).isEqualTo(State.COMPLETED);
    assertThat(shop.received.getFirst().version()).contains("1.0.1");
    Job renamed = shop.handledBy(reads("1.0.0"), shop.publish(order("1.1.0", "number")));
    assertDead(renamed, "not a valid order.paid 1.0.0: /order ");
  }

  @Test
  void an_event_without_a_version_is_checked_by_the_version_of_the_consumer() {
    shop.register(shop.schema("1.0.0", "order"));
    assertThat(shop.handledBy(reads("1.0.0"), shop.publish(plain("{\"order\":7}"))).state())
        .isEqualTo(State.COMPLETED);
    assertThat(shop.received.getFirst().version()).isEmpty();
    assertDead(shop.handledBy(reads("1.0.0"), shop.publish(plain("{}"))), "/order ");
  }

  @Test
  @Seed("S3.10")
  void another_major_version_is_rejected_and_logged_once() {
    EventConsumer consumer = reads("1.0.0");
    try (Logged log = new Logged()) {
      Job job = shop.handledBy(consumer, shop.publish(order("2.0.0", "order")));
      assertDead(job, "version 2.0.0 of \"order.paid\": this consumer reads [1.0.0]");
      shop.handledBy(consumer, shop.publish(order("2.0.0", "order")));
      assertThat(log.warnings()).hasSize(1).first().asString().endsWith("; it is rejected");
      shop.handledBy(consumer, shop.publish(order("3.0.0", "order")));
      assertThat(log.warnings()).hasSize(2);
    }
    assertThat(shop.received).isEmpty();
  }

  @Test
  @Seed("S3.10")
  void another_major_version_is_handled_unchanged_if_configured() {
    EventConsumer consumer =
        EventConsumer.builder(shop.waybill)
            .reads("FREE_FOOD_EVENT", "1.0.0")
            .otherMajor(Handling.HANDLE)
            .handle(shop::done);
    String event =
        """
        {"schema_version":"2.0.0","event_id":"e-1","source":"manual","type":"FREE_FOOD_EVENT",\
        "food":{"name":"Soup"}}\
        """;
    try (Logged log = new Logged()) {
      Job job = shop.handledBy(consumer, shop.publish(TopicEvent.of(event)));
      assertThat(job.state()).isEqualTo(State.COMPLETED);
      assertThat(shop.received.getFirst().text()).isEqualTo(event);
      assertThat(log.warnings()).hasSize(1).first().asString().endsWith("handled as it is");
    }
  }

  @Test
  void an_invalid_version_makes_a_dead_letter() {
    Job job = shop.handledBy(reads("1.0.0"), shop.publish(order("latest", "order")));
    assertDead(job, "\"latest\" is not a schema version");
  }

  @ParameterizedTest
  @EnumSource
  @Seed({"S1.4", "S1.15"})
  void a_message_of_the_first_version_is_read_as_one_of_the_second(Subscription.Format format) {
    shop.format(format);
    EventConsumer consumer =
        EventConsumer.builder(shop.waybill).reads("message_created", "2.0").handle(shop::done);
    JobId id = shop.publish(TopicEvent.of(shop.sample("scheduled-message.json")));
    assertThat(shop.handledBy(consumer, id).state()).isEqualTo(State.COMPLETED);
    ReceivedEvent event = shop.received.getFirst();
    assertThat(event.version()).contains("2.0");
    assertThat(event.attribute("message_type")).contains("scheduled_hello");
    assertThat(event.attribute("source")).contains("scheduler");
  }

  private EventConsumer reads(String version) {
    return shop.reads(version).handle(shop::done);
  }

  private void registerChain() {
    shop.register(shop.schema("1.0.0", "order"));
    shop.register(shop.schema("1.1.0", "number").upcast(TO_SECOND));
    shop.register(shop.schema("2.0.0", "receipt").upcast(TO_THIRD));
  }

  private static TopicEvent order(String version, String field) {
    return plain("{\"schema_version\":\"%s\",\"%s\":7,\"price\":1.50}".formatted(version, field));
  }

  private static TopicEvent plain(String json) {
    return TopicEvent.of(TYPE, json);
  }

  private void assertDead(Job job, String words) {
    assertThat(job.state()).isEqualTo(State.DEAD);
    assertThat(job.failure().orElseThrow().message()).contains(words);
    assertThat(shop.waybill.attempts(job.id())).hasSize(1);
  }
}
