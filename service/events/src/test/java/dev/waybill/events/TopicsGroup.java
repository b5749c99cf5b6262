package dev.waybill.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.LeaseRequest;
import dev.waybill.Page;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.settings.QueueSettings;
import dev.waybill.topic.Attribute;
import dev.waybill.topic.Delivery;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.PublishAnswer.NotPublished;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import dev.waybill.topic.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Topics as a program uses them, with the same behavior on every store.
abstract class TopicsGroup {

  private static final String TOPIC = "orders";

  private Waybill waybill;
  private Topics topics;

  /// The same store on each call.
  abstract Waybill openStore();

  @BeforeEach
  void open() {
    waybill = openStore();
    topics = waybill.topics();
    topics.put(Topic.of(TOPIC));
  }

  @AfterEach
  void close() {
    waybill.close();
  }

  @Test
  void every_matching_queue_gets_a_job() {
    subscribe("all", "everything", null);
    subscribe("pt", "portugal", "{\"country\":[\"pt\"]}");
    subscribe("es", "spain", "{\"country\":[\"es\"]}");
    Published published = topics.publish(TOPIC, order("1", "pt"));
    assertThat(published.deliveries())
        .extracting(Delivery::queue)
        .containsExactly("everything", "portugal");
    assertThat(jobs("portugal").getFirst().payload().text()).isEqualTo("{\"order\":\"1\"}");
    assertThat(jobs("portugal").getFirst().type()).isEqualTo("order.paid");
    assertThat(jobs("spain")).isEmpty();
  }

  @Test
  void an_event_that_is_published_again_is_delivered_once() {
    subscribe("all", "everything", null);
    topics.publish(TOPIC, order("1", "pt"));
    Published again = topics.publish(TOPIC, order("1", "pt"));
    assertThat(again.deliveries()).extracting(Delivery::duplicate).containsExactly(true);
    assertThat(jobs("everything")).hasSize(1);
    TopicEvent other = TopicEvent.of("order.paid", "{\"order\":\"other\"}").withId("1");
    assertThat(refusal(other).code()).isEqualTo(Code.REQUEST_ID_CONFLICT);
  }

  @Test
  void deliveries_of_one_event_have_separate_states() {
    subscribe("a", "queue-a", null);
    subscribe("b", "queue-b", null);
    topics.publish(TOPIC, order("1", "pt"));
    var lease =
        waybill
            .lease(
                new LeaseRequest("queue-a", "w", 1, Duration.ofSeconds(30), Duration.ofSeconds(1)))
            .getFirst();
    waybill.settle(List.of(new dev.waybill.Settlement(lease.token(), dev.waybill.Outcome.done())));
    assertThat(topics.deliveries(TOPIC, "1", Page.Request.FIRST).items())
        .extracting(Job::queue, Job::state)
        .containsExactlyInAnyOrder(
            org.assertj.core.groups.Tuple.tuple("queue-a", State.COMPLETED),
            org.assertj.core.groups.Tuple.tuple("queue-b", State.QUEUED));
  }

  @Test
  void a_new_subscription_gets_later_events_only() {
    topics.publish(TOPIC, order("1", "pt"));
    subscribe("all", "everything", null);
    topics.publish(TOPIC, order("2", "pt"));
    topics.unsubscribe(TOPIC, "all");
    topics.publish(TOPIC, order("3", "pt"));
    assertThat(jobs("everything"))
        .extracting(job -> job.payload().text())
        .containsExactly("{\"order\":\"2\"}");
  }

  @Test
  void a_changed_filter_applies_from_the_next_event() {
    subscribe("one", "queue", "{\"country\":[\"pt\"]}");
    topics.publish(TOPIC, order("1", "pt"));
    subscribe("one", "queue", "{\"country\":[\"es\"]}");
    topics.publish(TOPIC, order("2", "pt"));
    topics.publish(TOPIC, order("3", "es"));
    assertThat(jobs("queue"))
        .extracting(job -> job.payload().text())
        .containsExactlyInAnyOrder("{\"order\":\"1\"}", "{\"order\":\"3\"}");
  }

  @Test
  void topics_survive_a_restart() {
    subscribe("pt", "portugal", "{\"country\":[\"pt\"]}");
    waybill.close();
    waybill = openStore();
    topics = waybill.topics();
    assertThat(topics.list()).containsExactly(Topic.of(TOPIC));
    topics.publish(TOPIC, order("1", "pt"));
    assertThat(jobs("portugal")).hasSize(1);
  }

  @Test
  @Seed("S1.12")
  void the_example_of_the_specification_routes_alerts_to_a_separate_queue() {
    subscribe(
        "ordinary", "messages", "{\"message_type\":[\"scheduled_hello\",\"manual_notification\"]}");
    topics.subscribe(
        Subscription.of(TOPIC, "urgent", "messages-high")
            .withFilter("{\"message_type\":[\"alert_notification\"]}")
            .withPriority(Priority.HIGH));
    topics.publish(TOPIC, message("1", "scheduled_hello"));
    topics.publish(TOPIC, message("2", "alert_notification"));
    topics.publish(TOPIC, message("3", "manual_notification"));
    assertThat(jobs("messages")).hasSize(2);
    assertThat(jobs("messages-high")).extracting(Job::priority).containsExactly(Priority.HIGH);
  }

  @Test
  @Seed("S1.3")
  void topics_and_queues_of_stages_are_separate() {
    for (String stage : List.of("dev", "prod")) {
      topics.put(Topic.of("rez-agent-messages-" + stage));
      topics.subscribe(
          Subscription.of(
              "rez-agent-messages-" + stage, "processor", "rez-agent-message-queue-" + stage));
    }
    topics.publish("rez-agent-messages-dev", message("1", "scheduled_hello"));
    assertThat(jobs("rez-agent-message-queue-dev")).hasSize(1);
    assertThat(jobs("rez-agent-message-queue-prod")).isEmpty();
  }

  @Test
  @Seed("S1.15")
  void version_2_of_a_message_sets_priority_and_retry_policy() {
    topics.subscribe(Subscription.of(TOPIC, "all", "messages").withRetry(RetryPolicy.never()));
    String wishes = "\"priority\": \"high\", \"retry_policy\": {\"max_errors\": 7}, ";
    String first =
        message("1", "a").body().text().replace("\"message_id\"", wishes + "\"message_id\"");
    topics.publish(TOPIC, TopicEvent.of(first));
    assertThat(jobs("messages").getFirst().priority()).isEqualTo(Priority.NORMAL);
    assertThat(jobs("messages").getFirst().request().retry()).isEqualTo(RetryPolicy.never());
    topics.publish(
        TOPIC, TopicEvent.of(first.replace("\"1.0\"", "\"2.0\"").replace("770f", "880f")));
    assertThat(jobs("messages").getFirst().priority()).isEqualTo(Priority.HIGH);
    assertThat(jobs("messages").getFirst().request().retry())
        .isEqualTo(RetryPolicy.DEFAULT.withMaxErrors(7));
  }

  @Test
  void a_filter_on_the_body_matches_nested_fields() {
    topics.subscribe(
        Subscription.of(TOPIC, "big", "big-orders")
            .withScope(Subscription.Scope.BODY)
            .withFilter("{\"total\":{\"amount\":[{\"numeric\":[\">=\",100]}]}}"));
    topics.publish(TOPIC, TopicEvent.of("order.paid", "{\"total\":{\"amount\":99}}"));
    topics.publish(TOPIC, TopicEvent.of("order.paid", "{\"total\":{\"amount\":100.5}}"));
    assertThat(jobs("big-orders")).hasSize(1);
  }

  @Test
  void attributes_are_strings_numbers_booleans_and_lists() {
    subscribe("f", "flags", "{\"urgent\":[true]}");
    subscribe("n", "numbers", "{\"weight\":[{\"numeric\":[\">\",5]}]}");
    subscribe("l", "lists", "{\"labels\":[\"fragile\"]}");
    topics.publish(
        TOPIC,
        TopicEvent.of("parcel", "{}")
            .withAttribute("weight", Attribute.of(7))
            .withAttribute("urgent", new Attribute.Flag(true))
            .withAttribute("labels", Attribute.Many.of(List.of("heavy", "fragile"))));
    assertThat(jobs("numbers")).hasSize(1);
    assertThat(jobs("lists")).hasSize(1);
    assertThat(jobs("flags")).hasSize(1);
  }

  @Test
  void a_dry_run_returns_matching_subscriptions_and_reasons_for_the_others() {
    subscribe("pt", "portugal", "{\"country\":[\"pt\"]}");
    subscribe("es", "spain", "{\"country\":[\"es\"]}");
    List<Verdict> verdicts = topics.dryRun(TOPIC, order("1", "pt"));
    assertThat(verdicts).extracting(Verdict::queue).containsExactly("spain", "portugal");
    assertThat(verdicts.getLast().matches()).isTrue();
    assertThat(verdicts.getFirst().reasons().getFirst()).contains("country", "pt", "es");
    assertThat(jobs("portugal")).isEmpty();
  }

  @Test
  void invalid_events_of_a_batch_do_not_affect_the_others() {
    subscribe("all", "everything", null);
    List<PublishAnswer> answers =
        topics.publishAll(
            TOPIC, List.of(order("1", "pt"), TopicEvent.of("{no json"), order("2", "pt")));
    assertThat(answers.get(0)).isInstanceOf(Published.class);
    assertThat(answers.get(1)).isInstanceOf(NotPublished.class);
    assertThat(answers.get(2)).isInstanceOf(Published.class);
    assertThat(jobs("everything")).hasSize(2);
  }

  @Test
  void a_full_queue_is_named_and_publishing_again_delivers_what_is_missing() {
    subscribe("a", "queue-a", null);
    subscribe("b", "queue-b", null);
    waybill.setQueueSettings("queue-b", QueueSettings.NONE.withMaxWaiting(0));
    NotPublished refused = refusal(order("1", "pt"));
    assertThat(refused.code()).isEqualTo(Code.STORE_FULL);
    assertThat(refused.detail()).contains("1 of 2").contains("b").contains("again");
    waybill.setQueueSettings("queue-b", QueueSettings.NONE);
    topics.publish(TOPIC, order("1", "pt"));
    assertThat(jobs("queue-a")).hasSize(1);
    assertThat(jobs("queue-b")).hasSize(1);
  }

  @Test
  void publishing_to_a_missing_topic_is_refused() {
    assertThatThrownBy(() -> topics.publish("typo", order("1", "pt")))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("typo")
        .extracting("code")
        .isEqualTo(Code.NOT_FOUND);
  }

  @Test
  void deleting_a_topic_deletes_its_subscriptions_and_keeps_its_jobs() {
    subscribe("all", "everything", null);
    topics.publish(TOPIC, order("1", "pt"));
    assertThat(topics.delete(TOPIC)).isTrue();
    assertThat(topics.delete(TOPIC)).isFalse();
    topics.put(Topic.of(TOPIC));
    assertThat(topics.subscriptions(TOPIC)).isEmpty();
    assertThat(jobs("everything")).hasSize(1);
  }

  @Test
  void topics_of_tenants_are_separate() {
    subscribe("all", "everything", null);
    Topics others = waybill.tenant("other").topics();
    assertThat(others.list()).isEmpty();
    assertThatThrownBy(() -> others.publish(TOPIC, order("1", "pt")))
        .isInstanceOf(WaybillException.class);
    others.put(Topic.of(TOPIC));
    others.publish(TOPIC, order("1", "pt"));
    assertThat(jobs("everything")).isEmpty();
  }

  @Test
  void a_thousand_events_in_one_call_reach_three_queues_each() {
    IntStream.range(0, 3).forEach(i -> subscribe("s" + i, "queue-" + i, null));
    List<TopicEvent> events =
        IntStream.range(0, 1_000).mapToObj(i -> order("e" + i, "pt")).toList();
    assertThat(topics.publishAll(TOPIC, events)).allMatch(Published.class::isInstance);
    assertThat(waybill.stats("queue-2").waiting()).isEqualTo(1_000);
  }

  @Test
  void an_event_can_reach_more_queues_than_the_job_limit_of_a_call() {
    for (int i = 0; i < 120; i++) {
      subscribe("s" + i, "queue", null);
    }
    List<TopicEvent> events = IntStream.range(0, 100).mapToObj(i -> order("e" + i, "pt")).toList();
    assertThat(topics.publishAll(TOPIC, events)).allMatch(Published.class::isInstance);
    assertThat(waybill.stats("queue").waiting()).isEqualTo(12_000);
  }

  @Test
  void invalid_topics_and_subscriptions_are_refused() {
    assertRefused(() -> topics.put(Topic.of("no slash/here")), "topic must be 1 to 64");
    assertRefused(() -> subscribe("x", "no queue", null), "queue must be");
    assertRefused(() -> subscribe("x", "q", "{\"a\":5}"), "/a");
    assertRefused(() -> topics.subscribe(Subscription.of("typo", "x", "q")), "there is no topic");
    assertThat(refusal(TopicEvent.of("{\"a\":1}")).detail()).contains("type");
    assertThat(refusal(order("x".repeat(121), "pt")).detail()).contains("1 to 120");
  }

  private static void assertRefused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String words) {
    assertThatThrownBy(call).isInstanceOf(WaybillException.class).hasMessageContaining(words);
  }

  private void subscribe(
      String name, String queue, @org.jspecify.annotations.Nullable String filter) {
    Subscription all = Subscription.of(TOPIC, name, queue);
    topics.subscribe(filter == null ? all : all.withFilter(filter));
  }

  private static TopicEvent order(String id, String country) {
    return TopicEvent.of("order.paid", "{\"order\":\"" + id + "\"}")
        .withId(id)
        .withAttribute("country", country);
  }

  private static TopicEvent message(String id, String type) {
    return TopicEvent.of(
        """
        {"schema_version": "1.0", "event_type": "message_created", "event_id": "770f9600-g49d-62f6-c938-66887766222%s",
         "timestamp": "2025-10-21T14:30:00.000Z", "source": "scheduler",
         "message": {"message_id": "550e8400-e29b-41d4-a716-44665544000%s", "message_type": "%s", "stage": "dev",
                     "created_by": "scheduler", "correlation_id": "660e9500-f39c-52e5-b827-55776655111%s"},
         "metadata": {"region": "us-east-1", "environment": "dev"}}\
        """
            .formatted(id, id, type, id));
  }

  private NotPublished refusal(TopicEvent event) {
    return (NotPublished) topics.publishAll(TOPIC, List.of(event)).getFirst();
  }

  private List<Job> jobs(String queue) {
    return waybill.list(JobFilter.ALL.withQueue(queue), new Page.Request(100, null)).items();
  }
}
