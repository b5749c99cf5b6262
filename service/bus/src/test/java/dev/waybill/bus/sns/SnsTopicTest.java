package dev.waybill.bus.sns;

import static dev.waybill.conformance.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.bus.BusProvider;
import dev.waybill.conformance.Seed;
import dev.waybill.events.envelope.SnsNotification;
import dev.waybill.settings.Settings;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/// A topic that is bound to a topic of SNS and a queue of SQS, with the embedded store.
class SnsTopicTest {

  private static final Map<String, String> ATTRIBUTES =
      Map.of(
          "event_type", "message_created",
          "message_type", "scheduled_hello",
          "stage", "dev",
          "source", "scheduler");

  private static Aws aws;
  private static int count;

  @TempDir private Path folder;
  private String name;
  private @Nullable Waybill opened;

  @BeforeAll
  static void startServer() {
    aws = new Aws();
  }

  @AfterAll
  static void stopServer() {
    aws.close();
  }

  @BeforeEach
  void chooseNames() {
    name = "topic" + ++count;
  }

  @AfterEach
  void close() {
    waybill().close();
  }

  private Waybill waybill() {
    return requireNonNull(opened);
  }

  private String arn() {
    return Aws.ACCOUNT + name;
  }

  private String in() {
    return name + "-in";
  }

  private void open(String options) {
    String binding = "messages=%s?endpoint=%s&create=true&%s".formatted(arn(), aws.url(), options);
    opened =
        Waybill.open(folder, Settings.DEFAULT.withServiceSetting(BusProvider.BINDINGS, binding));
    waybill().topics().subscribe(Subscription.of("messages", "mail", "mails"));
    eventually(
        () ->
            assertThat(aws.sns.listTopics().topics())
                .anyMatch(one -> one.topicArn().equals(arn())));
  }

  /// Opens with a queue to read, and waits until it is subscribed.
  private void openReading(String options) {
    open("queue=" + in() + "&" + options);
    awaitSubscriptions(1);
  }

  private void awaitSubscriptions(int number) {
    eventually(
        () ->
            assertThat(
                    aws.sns.listSubscriptionsByTopic(call -> call.topicArn(arn())).subscriptions())
                .hasSize(number));
  }

  static String event(String id) {
    return """
        {"schema_version": "1.0", "event_type": "message_created", "event_id": "%s",\
         "timestamp": "2025-10-21T14:30:00.000Z", "source": "scheduler", "message":\
         {"message_id": "550e8400-e29b-41d4-a716-446655440000", "message_type": "scheduled_hello",\
         "stage": "dev", "created_by": "scheduler",\
         "correlation_id": "660e9500-f39c-52e5-b827-557766551111"},\
         "metadata": {"region": "us-east-1", "environment": "dev"}}"""
        .formatted(id);
  }

  private static String id(int number) {
    return "770f9600-0000-4000-8000-%012d".formatted(number);
  }

  private String delivered(String queue) {
    List<Lease> leases =
        waybill().lease(LeaseRequest.of(queue, "w").withPatience(Duration.ofSeconds(30)));
    assertThat(leases).hasSize(1);
    return text(leases.getFirst().job());
  }

  private static String text(Job job) {
    return new String(job.payload().bytesWithoutCopy(), StandardCharsets.UTF_8);
  }

  private List<Job> dead() {
    return waybill()
        .list(
            JobFilter.ALL.withQueue("sns-in.messages").withStates(State.DEAD),
            Page.Request.first(10))
        .items();
  }

  @Test
  @Seed({"S1.2", "S1.8"})
  void an_event_that_another_program_publishes_to_sns_is_delivered_wrapped_and_raw() {
    openReading("raw=false");
    aws.publish(arn(), event(id(1)), ATTRIBUTES);
    assertThat(delivered("mails")).isEqualTo(event(id(1)));
    aws.send(in(), event(id(2)), ATTRIBUTES);
    assertThat(delivered("mails")).isEqualTo(event(id(2)));
    eventually(() -> assertThat(aws.size(in())).isZero());
  }

  @Test
  void an_event_of_a_queue_with_raw_delivery_keeps_its_attributes_for_filters() {
    openReading("raw=true");
    waybill()
        .topics()
        .subscribe(
            Subscription.of("messages", "alerts", "alerts")
                .withFilter("{\"urgency\":[\"alert\"]}"));
    aws.publish(arn(), event(id(1)), Map.of("urgency", "alert"));
    assertThat(delivered("alerts")).isEqualTo(event(id(1)));
  }

  @Test
  @Seed("S1.17")
  void an_event_that_arrives_twice_is_delivered_once_and_does_not_return_to_sns() {
    openReading("raw=false");
    aws.publish(arn(), event(id(1)), ATTRIBUTES);
    aws.send(in(), event(id(1)), ATTRIBUTES);
    aws.publish(arn(), event(id(2)), ATTRIBUTES);
    List<String> both = List.of(delivered("mails"), delivered("mails"));
    assertThat(both).containsExactlyInAnyOrder(event(id(1)), event(id(2)));
    eventually(() -> assertThat(aws.size(in())).isZero());
    eventually(() -> assertThat(waybill().stats("sns-out.messages").waiting()).isZero());
    eventually(() -> assertThat(waybill().stats("sns-out.messages").running()).isZero());
    assertThat(aws.size(in())).isZero();
    assertThat(waybill().stats("mails").waiting()).isZero();
  }

  @Test
  void a_filter_that_is_removed_from_the_file_is_removed_in_sns() throws Exception {
    Path file = folder.resolve("subscriptions.json");
    String queue = "{\"subscriptions\": [{\"queue\": \"%s-all\"%s}]}";
    Files.writeString(file, queue.formatted(name, ", \"filter\": {\"stage\": [\"dev\"]}"));
    open("direction=out&subscriptions=" + file);
    awaitSubscriptions(1);
    assertThat(filter()).contains("dev");
    waybill().close();
    Files.writeString(file, queue.formatted(name, ""));
    open("direction=out&subscriptions=" + file);
    eventually(() -> assertThat(filter()).isEqualTo("{}"));
  }

  private String filter() {
    String subscription =
        aws.sns
            .listSubscriptionsByTopic(call -> call.topicArn(arn()))
            .subscriptions()
            .getFirst()
            .subscriptionArn();
    return aws.sns
        .getSubscriptionAttributes(call -> call.subscriptionArn(subscription))
        .attributes()
        .getOrDefault("FilterPolicy", "{}");
  }

  @Test
  void a_queue_that_existed_gets_a_policy_for_the_topic() throws Exception {
    Path file = folder.resolve("subscriptions.json");
    Files.writeString(file, "{\"subscriptions\": [{\"queue\": \"%s-old\"}]}".formatted(name));
    aws.sqs.createQueue(call -> call.queueName(name + "-old"));
    open("direction=out&subscriptions=" + file);
    awaitSubscriptions(1);
    assertThat(
            aws.sqs
                .getQueueAttributes(
                    call ->
                        call.queueUrl(aws.queueUrl(name + "-old")).attributeNamesWithStrings("All"))
                .attributesAsStrings())
        .hasEntrySatisfying("Policy", policy -> assertThat(policy).contains(arn()));
  }

  @Test
  @Seed({"S1.4", "S1.8", "S1.12"})
  void other_programs_read_published_events_from_queues_with_native_filters() throws Exception {
    Path file = folder.resolve("subscriptions.json");
    Files.writeString(
        file,
        """
        {"subscriptions": [
          {"queue": "%s-hello", "filter": {"message_type": ["scheduled_hello"]},
           "format": "notification"},
          {"queue": "%s-alerts", "filter": {"message_type": ["alert_notification"]}},
          {"queue": "%s-bodies", "filter": {"message": {"stage": ["dev"]}}, "scope": "body"}]}
        """
            .formatted(name, name, name));
    open("direction=out&subscriptions=" + file);
    awaitSubscriptions(3);
    waybill().topics().publish("messages", TopicEvent.of(event(id(1))));

    List<Message> wrapped = aws.receive(name + "-hello");
    assertThat(wrapped).hasSize(1);
    SnsNotification notification = SnsNotification.find(wrapped.getFirst().body()).orElseThrow();
    assertThat(notification.message()).isEqualTo(event(id(1)));
    assertThat(notification.attributes())
        .containsKeys("event_type", "message_type", "stage", "source");
    assertThat(aws.receive(name + "-bodies"))
        .extracting(Message::body)
        .containsExactly(event(id(1)));
    assertThat(aws.size(name + "-alerts")).isZero();
  }

  @Test
  @Seed({"S5.5", "S5.6"})
  void a_document_message_has_the_form_and_the_attributes_that_a_foreign_worker_expects()
      throws Exception {
    Path file = folder.resolve("subscriptions.json");
    Files.writeString(file, "{\"subscriptions\": [{\"queue\": \"%s-docs\"}]}".formatted(name));
    open("direction=out&subscriptions=" + file);
    awaitSubscriptions(1);
    String body =
        """
        {"job_id":"j1","session_id":"s1","documents":[{"document_id":"d1",\
        "s3_key":"sessions/s1/docs/a.pdf","content_hash":"00","file_type":"pdf"}],\
        "created_at":"2025-10-21T14:30:00Z"}""";
    waybill()
        .topics()
        .publish(
            "messages",
            TopicEvent.of("document_ingestion", body)
                .withId("j1")
                .withAttribute("JobType", "document_ingestion")
                .withAttribute("Priority", "high"));
    Message read = aws.receive(name + "-docs").getFirst();
    assertThat(read.body()).isEqualTo(body);
    assertThat(read.messageAttributes())
        .hasEntrySatisfying("JobType", is("document_ingestion"))
        .hasEntrySatisfying("Priority", is("high"));
  }

  @Test
  @Seed("S1.16")
  void nonsense_becomes_a_dead_letter_with_the_reason_and_its_body() {
    openReading("raw=false");
    aws.send(in(), "{\"title\": 5", Map.of());
    aws.send(in(), event(id(1)).replace("\"stage\": \"dev\",", ""), ATTRIBUTES);
    aws.send(in(), event(id(2)), ATTRIBUTES);
    assertThat(delivered("mails")).isEqualTo(event(id(2)));
    eventually(() -> assertThat(dead()).hasSize(2));
    assertThat(dead()).extracting(SnsTopicTest::text).anyMatch("{\"title\": 5"::equals);
    assertThat(dead())
        .extracting(job -> job.failure().orElseThrow().message())
        .anyMatch(why -> why.contains("stage"));
    eventually(() -> assertThat(aws.size(in())).isZero());
  }

  @Test
  void a_dead_letter_is_published_when_it_is_redriven_after_its_cause_was_corrected() {
    openReading("raw=false");
    waybill().topics().delete("messages");
    aws.publish(arn(), event(id(1)), ATTRIBUTES);
    eventually(() -> assertThat(dead()).hasSize(1));
    waybill().topics().put(Topic.of("messages"));
    waybill().topics().subscribe(Subscription.of("messages", "mail", "mails"));
    waybill().redrive(dead().getFirst().id());
    assertThat(delivered("mails")).isEqualTo(event(id(1)));
  }

  @Test
  void messages_without_a_type_get_that_of_the_binding() {
    openReading("type=document_ingestion");
    aws.send(in(), "{\"job_id\":\"j1\"}", Map.of("JobType", "document_ingestion"));
    assertThat(delivered("mails")).isEqualTo("{\"job_id\":\"j1\"}");
  }

  @Test
  void an_event_with_more_attributes_than_sqs_takes_is_a_dead_letter_and_others_are_published()
      throws Exception {
    Path file = folder.resolve("subscriptions.json");
    Files.writeString(file, "{\"subscriptions\": [{\"queue\": \"%s-all\"}]}".formatted(name));
    open("direction=out&subscriptions=" + file);
    awaitSubscriptions(1);
    TopicEvent many = TopicEvent.of("t", "{\"a\":1}").withId("many");
    for (int i = 0; i < 10; i++) {
      many = many.withAttribute("a" + i, "v");
    }
    waybill().topics().publish("messages", many);
    waybill().topics().publish("messages", TopicEvent.of("t", "{\"a\":2}").withId("few"));
    assertThat(aws.receive(name + "-all")).extracting(Message::body).containsExactly("{\"a\":2}");
    JobFilter dead = JobFilter.ALL.withQueue("sns-out.messages").withStates(State.DEAD);
    eventually(() -> assertThat(waybill().list(dead, Page.Request.first(10)).items()).hasSize(1));
  }

  @Test
  void more_events_than_one_call_takes_are_all_published() throws Exception {
    Path file = folder.resolve("subscriptions.json");
    Files.writeString(file, "{\"subscriptions\": [{\"queue\": \"%s-all\"}]}".formatted(name));
    open("direction=out&subscriptions=" + file);
    awaitSubscriptions(1);
    String large = "x".repeat(100_000);
    for (int i = 0; i < 13; i++) {
      waybill()
          .topics()
          .publish("messages", TopicEvent.of("t", "{\"a\":\"" + large + "\"}").withId("e" + i));
    }
    eventually(() -> assertThat(aws.size(name + "-all")).isEqualTo(13));
  }

  private static Consumer<MessageAttributeValue> is(String value) {
    return attribute -> assertThat(attribute.stringValue()).isEqualTo(value);
  }
}
