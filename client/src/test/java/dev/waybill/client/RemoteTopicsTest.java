package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Page;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Delivery;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.Schema;
import dev.waybill.topic.Schemas;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import dev.waybill.topic.Violation;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Topics and schemas of a server behave as those in process.
@Timeout(180)
final class RemoteTopicsTest {

  private static final String SCHEMA =
      """
      {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",\
      "required":["order"],"properties":{"order":{"type":"integer"}}}\
      """;

  private @TempDir Path folder;
  private Served served;
  private Waybill remote;
  private Topics topics;

  @BeforeEach
  void connect() {
    served = Served.in(folder);
    remote = served.connect();
    topics = remote.topics();
    topics.put(new Topic("orders", Topic.Checking.KNOWN, "what was bought"));
  }

  @AfterEach
  void close() {
    remote.close();
    served.close();
  }

  @Test
  void definitions_are_read_as_they_were_stored() {
    Subscription whole =
        new Subscription(
            "orders",
            "pt",
            "portugal",
            "{\"country\":[\"pt\"]}",
            Subscription.Scope.BODY,
            Subscription.Format.CLOUDEVENT,
            Priority.HIGH,
            RetryPolicy.DEFAULT.withMaxErrors(7));
    topics.subscribe(whole);
    assertThat(topics.subscriptions("orders")).containsExactly(whole);
    assertThat(served.store().topics().subscriptions("orders")).containsExactly(whole);
    assertThat(topics.find("orders").orElseThrow().description()).isEqualTo("what was bought");
    assertThat(topics.list()).isEqualTo(served.store().topics().list());
    assertThat(topics.unsubscribe("orders", "pt")).isTrue();
    assertThat(topics.unsubscribe("orders", "pt")).isFalse();
    assertThat(topics.delete("orders")).isTrue();
    assertThat(topics.find("orders")).isEmpty();
  }

  @Test
  void events_are_delivered_byte_for_byte() {
    topics.subscribe(Subscription.of("orders", "all", "everything"));
    String body = "{ \"n\": 1.500, \"text\": \"ü\" }";
    Published published =
        topics.publish(
            "orders",
            TopicEvent.of("paid", body)
                .withId("e-1")
                .withAttribute("labels", Attribute.Many.of(List.of("a", "b")))
                .withAttribute("weight", Attribute.of(3)));
    assertThat(published.deliveries()).extracting(Delivery::queue).containsExactly("everything");
    List<Job> jobs = topics.deliveries("orders", "e-1", Page.Request.FIRST).items();
    assertThat(jobs).extracting(job -> job.payload().text()).containsExactly(body);
    assertThat(topics.publish("orders", TopicEvent.of("paid", body).withId("e-1")).deliveries())
        .extracting(Delivery::duplicate)
        .containsExactly(true);
  }

  @Test
  void a_batch_of_events_has_one_answer_per_event() {
    topics.subscribe(Subscription.of("orders", "all", "everything"));
    List<TopicEvent> events =
        IntStream.range(0, 900)
            .mapToObj(i -> TopicEvent.of(i % 3 == 0 ? "{broken" : "{\"type\":\"paid\"}"))
            .toList();
    List<PublishAnswer> answers = topics.publishAll("orders", events);
    assertThat(answers).filteredOn(NotPublished.class::isInstance).hasSize(300);
    assertThat(served.store().stats("everything").waiting()).isEqualTo(600);
  }

  @Test
  void a_dry_run_checks_attributes() {
    topics.subscribe(
        Subscription.of("orders", "pt", "portugal").withFilter("{\"country\":[\"pt\"]}"));
    TopicEvent event = TopicEvent.of("paid", "{}").withAttribute("country", "es");
    assertThat(topics.dryRun("orders", event))
        .isEqualTo(served.store().topics().dryRun("orders", event));
  }

  @Test
  void schemas_are_registered_and_violations_reported() {
    Schemas schemas = remote.schemas();
    schemas.register(Schema.of("paid", "1.0", SCHEMA));
    assertThat(schemas.find("paid", "1.0").orElseThrow().text()).isEqualTo(SCHEMA);
    assertThat(schemas.find("paid", "9.0")).isEmpty();
    assertThat(schemas.judge(Schema.of("paid", "1.0", "{\"type\":\"array\"}"))).isNotEmpty();
    assertThat(schemas.validate("paid", "1.0", "{\"order\":\"x\"}"))
        .extracting(Violation::pointer)
        .containsExactly("/order");
    assertThat(schemas.validate("paid", "1.0", schemas.sample("paid", "1.0"))).isEmpty();
    assertThat(schemas.asyncApi()).contains("\"asyncapi\"").contains("orders");
    NotPublished refused =
        (NotPublished)
            topics
                .publishAll("orders", List.of(TopicEvent.of("paid", "{\"order\":\"x\"}")))
                .getFirst();
    assertThat(refused.code()).isEqualTo(Code.SCHEMA_VIOLATION);
    assertThat(refused.violations()).extracting(Violation::pointer).containsExactly("/order");
  }

  @Test
  void warnings_and_errors_of_a_schema_are_reported() {
    Schemas schemas = remote.schemas();
    assertThat(schemas.register(Schema.of("typo", "1.0", "{\"requierd\": [\"a\"]}")))
        .anySatisfy(warning -> assertThat(warning).startsWith("/requierd"));
    assertThatThrownBy(() -> schemas.register(Schema.of("bad", "1.0", "{\"type\": \"objekt\"}")))
        .isInstanceOf(WaybillException.class)
        .extracting("code")
        .isEqualTo(Code.INVALID_SCHEMA);
  }

  @Test
  void an_incompatible_schema_is_refused_with_the_reason() {
    Schemas schemas = remote.schemas();
    schemas.register(Schema.of("paid", "1.0", SCHEMA));
    Schema narrower =
        Schema.of("paid", "1.1", SCHEMA.replace("[\"order\"]", "[\"order\",\"country\"]"));
    assertThatThrownBy(() -> schemas.register(narrower))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("country")
        .extracting("code")
        .isEqualTo(Code.INCOMPATIBLE_SCHEMA);
  }

  @Test
  void a_timeline_is_the_same_as_in_process() {
    topics.subscribe(Subscription.of("orders", "all", "everything"));
    topics.publish("orders", TopicEvent.of("paid", "{}").withCorrelationId("story 1/2"));
    assertThat(remote.timeline("story 1/2")).isEqualTo(served.store().timeline("story 1/2"));
    assertThat(remote.timeline("story 1/2").entries()).hasSize(2);
    assertThat(remote.timeline("nobody").entries()).isEmpty();
  }
}
