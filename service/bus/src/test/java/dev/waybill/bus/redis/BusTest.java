package dev.waybill.bus.redis;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.bus.BusProvider;
import dev.waybill.bus.binding.BindingText;
import dev.waybill.bus.binding.InboundEvents;
import dev.waybill.conformance.RedisProcess;
import dev.waybill.conformance.Seed;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import io.lettuce.core.Consumer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A topic that is bound to a Redis stream, with the embedded store.
class BusTest {

  private static final String STREAM = "events.free-food";

  private static RedisProcess server;
  private static RedisClient client;
  private static StatefulRedisConnection<String, String> connection;

  @TempDir private Path folder;
  private Waybill waybill;

  @BeforeAll
  static void startServer() {
    server = new RedisProcess("--save", "");
    client = RedisClient.create(server.url());
    connection = client.connect();
  }

  @AfterAll
  static void stopServer() {
    connection.close();
    client.shutdown();
    server.close();
  }

  @BeforeEach
  void openWithABinding() {
    redis().flushall();
    open("dead=true");
  }

  private void open(String options) {
    String binding = "free-food=" + server.url() + "/" + STREAM + "?" + options;
    waybill =
        Waybill.open(folder, Settings.DEFAULT.withServiceSetting(BusProvider.BINDINGS, binding));
    waybill
        .topics()
        .subscribe(
            Subscription.of("free-food", "mail", "mails")
                .withRetry(RetryPolicy.DEFAULT.withMaxErrors(2)));
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  private static RedisCommands<String, String> redis() {
    return connection.sync();
  }

  static String event(String id) {
    return """
        {"schema_version":"1.0.0","event_id":"%s","title":"Free Pizza Night","source":"manual",\
        "type":"FREE_FOOD_EVENT","published_at":"2025-11-02T14:03:22Z","retries":0,\
        "llm_confidence":0.93,"metadata":{"organizer":"ACM"}}"""
        .formatted(id);
  }

  private Lease leased(String queue) {
    List<Lease> leases =
        waybill.lease(LeaseRequest.of(queue, "w").withPatience(Duration.ofSeconds(30)));
    assertThat(leases).hasSize(1);
    return leases.getFirst();
  }

  private static String text(Job job) {
    return new String(job.payload().bytesWithoutCopy(), StandardCharsets.UTF_8);
  }

  private static void assertNothingPending() {
    eventually(
        () -> {
          assertThat(redis().exists(STREAM)).isEqualTo(1);
          assertThat(redis().xinfoGroups(STREAM)).isNotEmpty();
          assertThat(redis().xpending(STREAM, "waybill").getCount()).isZero();
        });
  }

  private List<Job> dead(String queue) {
    return waybill
        .list(JobFilter.ALL.withQueue(queue).withStates(State.DEAD), Page.Request.first(10))
        .items();
  }

  @Test
  @Seed("S3.2")
  void an_event_of_another_program_is_delivered_and_acknowledged() {
    redis().xadd(STREAM, "data", event("e1"));
    assertThat(text(leased("mails").job())).isEqualTo(event("e1"));
    assertNothingPending();
  }

  @Test
  void an_event_in_the_only_field_is_delivered_whatever_its_name() {
    redis().xadd(STREAM, "message", event("e1"));
    assertThat(text(leased("mails").job())).isEqualTo(event("e1"));
  }

  @Test
  void an_event_with_one_field_per_key_is_delivered_as_json() {
    redis()
        .xadd(
            STREAM,
            Map.of(
                "schema_version", "1.0.0",
                "event_id", "e\"1",
                "title", "Free\nPizza",
                "source", "manual",
                "type", "FREE_FOOD_EVENT",
                "published_at", "2025-11-02T14:03:22Z",
                "retries", "0",
                "llm_confidence", "0.5",
                "metadata", "{}"));
    assertThat(text(leased("mails").job()))
        .contains("\"retries\":0", "\"llm_confidence\":0.5", "\"event_id\":\"e\\\"1\"");
  }

  @Test
  void an_event_that_is_added_twice_is_delivered_once() {
    redis().xadd(STREAM, "data", event("e1"));
    redis().xadd(STREAM, "data", event("e1"));
    redis().xadd(STREAM, "data", event("e2"));
    assertThat(text(leased("mails").job())).isEqualTo(event("e1"));
    assertThat(text(leased("mails").job())).isEqualTo(event("e2"));
  }

  @Test
  void an_event_from_the_stream_is_not_added_to_it_again() {
    redis().xadd(STREAM, "data", event("e1"));
    leased("mails");
    eventually(() -> assertThat(waybill.stats("bus-out.free-food").waiting()).isZero());
    eventually(() -> assertThat(waybill.stats("bus-out.free-food").running()).isZero());
    assertThat(redis().xlen(STREAM)).isEqualTo(1);
  }

  @Test
  @SuppressWarnings("unchecked")
  void a_published_event_is_on_the_stream_for_any_consumer_group() {
    redis()
        .xgroupCreate(
            XReadArgs.StreamOffset.from(STREAM, "0-0"),
            "theirs",
            io.lettuce.core.XGroupCreateArgs.Builder.mkstream());
    waybill.topics().publish("free-food", TopicEvent.of(event("e1")));
    List<StreamMessage<String, String>> read =
        redis()
            .xreadgroup(
                Consumer.from("theirs", "c"),
                XReadArgs.Builder.block(Duration.ofSeconds(30)),
                XReadArgs.StreamOffset.lastConsumed(STREAM));
    assertThat(read.getFirst().getBody()).containsEntry("data", event("e1"));
    leased("mails");
    waybill.topics().publish("free-food", TopicEvent.of(event("e2")));
    eventually(() -> assertThat(redis().xlen(STREAM)).isEqualTo(2));
  }

  @Test
  void an_event_whose_id_is_not_in_its_body_is_on_the_stream_once() {
    TopicEvent plain = TopicEvent.of("order.paid", "{\"order\":7}").withId("o7");
    waybill.topics().publish("free-food", plain);
    eventually(() -> assertThat(redis().xlen(STREAM)).isEqualTo(1));
    assertThat(redis().keys("*o7")).hasSize(1);
  }

  @Test
  @Seed("S3.8")
  void a_failed_event_is_dead_after_its_last_retry_with_retries_and_last_error_only_changed() {
    redis().xadd(STREAM, "data", event("e1"));
    waybill.settle(leased("mails").token(), Outcome.retry("no oven", Duration.ZERO));
    waybill.settle(leased("mails").token(), Outcome.retry("no cheese", Duration.ZERO));
    assertThat(dead("mails")).hasSize(1);
    eventually(() -> assertThat(redis().xlen(STREAM + ".dead")).isEqualTo(1));
    assertThat(redis().keys("*position")).hasSize(1);
    String failed =
        redis()
            .xrange(STREAM + ".dead", io.lettuce.core.Range.unbounded())
            .getFirst()
            .getBody()
            .getOrDefault("data", "");
    assertThat(failed)
        .contains("\"retries\":2", "\"last_error\":\"no cheese\"", "\"organizer\":\"ACM\"");
    assertThat(failed.substring(0, failed.indexOf("\"retries\"")))
        .isEqualTo(event("e1").substring(0, event("e1").indexOf("\"retries\"")));
  }

  @Test
  void an_invalid_entry_is_a_dead_letter_with_the_reason_and_on_the_dead_stream() {
    redis().xadd(STREAM, "data", "{\"title\": 5");
    eventually(() -> assertThat(dead("bus-in.free-food")).hasSize(1));
    Job job = dead("bus-in.free-food").getFirst();
    assertThat(text(job)).isEqualTo("{\"title\": 5");
    assertThat(job.failure().orElseThrow().message()).isNotBlank();
    assertThat(redis().xlen(STREAM + ".dead")).isEqualTo(1);
    assertNothingPending();
  }

  @Test
  void an_entry_of_the_seed_without_a_required_field_is_a_dead_letter() {
    redis().xadd(STREAM, "data", event("e1").replace("\"title\":\"Free Pizza Night\",", ""));
    eventually(() -> assertThat(dead("bus-in.free-food")).hasSize(1));
    assertThat(dead("bus-in.free-food").getFirst().failure().orElseThrow().message())
        .contains("title");
  }

  @Test
  void a_dead_letter_is_published_when_it_is_redriven_after_its_cause_was_corrected() {
    waybill.topics().delete("free-food");
    redis().xadd(STREAM, "data", event("e1"));
    eventually(() -> assertThat(dead("bus-in.free-food")).hasSize(1));
    waybill.topics().put(Topic.of("free-food"));
    waybill.topics().subscribe(Subscription.of("free-food", "mail", "mails"));
    waybill.redrive(dead("bus-in.free-food").getFirst().id());
    assertThat(text(leased("mails").job())).isEqualTo(event("e1"));
  }

  @Test
  @Seed("S3.10")
  void another_major_version_is_accepted_by_default_and_rejected_if_the_binding_says_so() {
    String other = event("e1").replace("1.0.0", "2.0.0");
    redis().xadd(STREAM, "data", other);
    assertThat(text(leased("mails").job())).isEqualTo(other);
    waybill.close();
    open("versions=reject");
    redis().xadd(STREAM, "data", event("e2").replace("1.0.0", "2.0.0"));
    eventually(() -> assertThat(dead("bus-in.free-food")).hasSize(1));
    assertThat(dead("bus-in.free-food").getFirst().failure().orElseThrow().message())
        .contains("2.0.0");
  }

  @Test
  @SuppressWarnings("unchecked")
  void entries_of_a_consumer_that_died_are_claimed_and_it_is_not_deleted_before() {
    assertNothingPending();
    waybill.close();
    redis().xadd(STREAM, "data", event("e1"));
    redis()
        .xreadgroup(
            Consumer.from("waybill", "waybill-dead"), XReadArgs.StreamOffset.lastConsumed(STREAM));
    StreamBinding binding =
        StreamBinding.parseAll(BindingText.parseAll("free-food=" + server.url() + "/" + STREAM))
            .getFirst();
    waybill = Waybill.open(folder);
    try (StreamLink link = new StreamLink(binding);
        StreamConsumer reader =
            new StreamConsumer(
                binding,
                link,
                new StreamInbound(
                    binding, link, new InboundEvents(binding.bound(), waybill, waybill.topics())),
                Duration.ZERO)) {
      assertThat(redis().xinfoConsumers(STREAM, "waybill").toString()).contains("waybill-dead");
      reader.start();
      assertThat(text(leased("mails").job())).isEqualTo(event("e1"));
    }
  }
}
