package dev.waybill.client;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.events.consume.EventConsumer;
import dev.waybill.events.consume.ReceivedEvent;
import dev.waybill.settings.QueueSettings;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A consumer of events that is connected to a server.
@Timeout(180)
final class RemoteConsumerTest {

  private static final Duration SHORT = Duration.ofMillis(1);
  private static final String UPCAST =
      """
      {"from":"1.0","steps":[{"rename":"/order","to":"receipt"},\
      {"set":"/schema_version","value":"2.0"}]}\
      """;

  private final List<String> received = new CopyOnWriteArrayList<>();
  private @TempDir Path folder;
  private Served served;
  private Waybill remote;

  @BeforeEach
  void connect() {
    served = Served.in(folder);
    remote = served.connect();
    remote.topics().put(new Topic("shop", Topic.Checking.OFF, ""));
    remote.topics().subscribe(Subscription.of("shop", "all", "orders"));
    RetryPolicy soon = RetryPolicy.DEFAULT.withDelays(SHORT, 1, SHORT);
    remote.setQueueSettings("orders", QueueSettings.NONE.withDefaultRetry(soon));
  }

  @AfterEach
  void close() {
    remote.close();
    served.close();
  }

  @Test
  void events_are_upcast_and_checked_by_the_schemas_of_the_server() {
    remote.schemas().register(schema("1.0", "order"));
    remote.schemas().register(schema("2.0", "receipt").upcast(UPCAST));
    JobId old = publish(TopicEvent.of("paid", "{\"schema_version\":\"1.0\",\"order\":7}"));
    JobId bad = publish(TopicEvent.of("paid", "{\"schema_version\":\"2.0\",\"receipt\":\"x\"}"));
    EventConsumer consumer = EventConsumer.builder(remote).reads("paid", "2.0").handle(this::note);
    assertThat(handled(consumer, old).state()).isEqualTo(State.COMPLETED);
    assertThat(received).containsExactly("{\"schema_version\":\"2.0\",\"receipt\":7}");
    Job dead = handled(consumer, bad);
    assertThat(dead.state()).isEqualTo(State.DEAD);
    assertThat(dead.failure().orElseThrow().message()).contains("not a valid paid 2.0: /receipt ");
    assertThat(remote.attempts(bad)).hasSize(1);
  }

  @Test
  @Seed("S3.8")
  void a_redelivered_event_contains_its_error_history() {
    String event =
        """
        {"schema_version":"1.0.0","event_id":"e-1","title":"Soup","source":"manual",\
        "type":"FREE_FOOD_EVENT","published_at":"2025-11-02T14:03:22Z","retries":0,"metadata":{}}\
        """;
    EventConsumer consumer =
        EventConsumer.builder(remote)
            .reads("FREE_FOOD_EVENT", "1.0.0")
            .handle(
                one -> {
                  note(one);
                  return received.size() < 2 ? Outcome.retry("no spoon") : Outcome.done();
                });
    assertThat(handled(consumer, publish(TopicEvent.of(event))).state()).isEqualTo(State.COMPLETED);
    assertThat(received.getFirst()).isEqualTo(event);
    assertThat(received.getLast())
        .contains("\"retries\":1,\"metadata\":{\"last_error\":\"no spoon\",\"error_history\":[{");
  }

  private Outcome note(ReceivedEvent event) {
    received.add(event.text());
    return Outcome.done();
  }

  private JobId publish(TopicEvent event) {
    return remote.topics().publish("shop", event).deliveries().getFirst().job();
  }

  private Job handled(EventConsumer consumer, JobId id) {
    try (Worker _ = consumer.worker("orders").patience(Duration.ofSeconds(1)).start()) {
      eventually(() -> assertThat(job(id).state().isTerminal()).isTrue());
    }
    return job(id);
  }

  private Job job(JobId id) {
    return remote.find(id).orElseThrow();
  }

  private static Schema schema(String version, String field) {
    String text =
        """
        {"type":"object","required":["%1$s"],"properties":{"%1$s":{"type":"integer"}}}\
        """
            .formatted(field);
    return Schema.of("paid", version, text);
  }
}
