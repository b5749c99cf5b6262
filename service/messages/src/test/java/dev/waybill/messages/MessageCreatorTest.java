package dev.waybill.messages;

import static dev.waybill.messages.MessageFixture.TOPIC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.message.TopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.topic.Delivery;
import dev.waybill.topic.Topic;
import dev.waybill.wire.json.TimeText;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

final class MessageCreatorTest {

  private @TempDir Path folder;
  private MessageFixture messages;

  @BeforeEach
  void open() {
    messages = new MessageFixture(folder);
  }

  @AfterEach
  void close() {
    messages.close();
  }

  @Test
  @Seed({"S1.2", "S1.6", "S1.7", "S1.9"})
  void the_event_has_identifiers_and_the_record_has_the_data() {
    CreatedTopicMessage created =
        create(
            MessageFixture.hello("secret text")
                .withCorrelationId("660e9500-f39c-52e5-b827-557766551111"));
    JsonNode event = event();
    assertThat(messages.jobs().getFirst().payload().text()).doesNotContain("secret text");
    assertThat(created.eventId()).isNotEqualTo(created.messageId());
    TopicMessage record = messages.record(created.messageId());
    assertThat(record.status()).isEqualTo(TopicMessageStatus.QUEUED);
    assertThat(record.payload()).isEqualTo("{\"text\":\"secret text\"}");
    assertThat(event)
        .isEqualTo(
            JsonTrees.readEvent(
                """
                {"schema_version":"1.0","event_type":"message_created","event_id":"%s",
                 "timestamp":"%s","source":"web-api","message":{"message_id":"%s",
                 "message_type":"manual_notification","stage":"dev",
                 "created_by":"user:alice@example.com",
                 "correlation_id":"660e9500-f39c-52e5-b827-557766551111"},
                 "metadata":{"region":"us-east-1","environment":"dev"}}
                """
                    .formatted(
                        created.eventId(),
                        TimeText.withMillis(record.message().createdAt()),
                        created.messageId())));
  }

  @Test
  void a_message_with_a_rejected_event_leaves_no_record() {
    long facts = messages.ledger.beforeNewest(0);
    NewTopicMessage moon = NewTopicMessage.byScheduler("scheduled_hello", "moon", "{}");
    assertThatThrownBy(() -> create(moon))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.SCHEMA_VIOLATION))
        .hasMessageContaining("/message/stage");
    assertThat(messages.ledger.beforeNewest(0)).isEqualTo(facts);
    assertThat(messages.jobs()).isEmpty();
  }

  @Test
  @Seed({"S1.7", "S1.9"})
  void the_event_of_the_scheduler_has_the_scheduler_source() {
    CreatedTopicMessage created =
        create(NewTopicMessage.byScheduler("scheduled_hello", "dev", "null"));
    assertThat(event().at("/source").asString()).isEqualTo("scheduler");
    assertThat(event().at("/message/created_by").asString()).isEqualTo("scheduler");
    Job job = messages.jobs().getFirst();
    assertThat(job.request().correlationId()).isEqualTo(created.correlationId());
  }

  @Test
  @Seed("S1.15")
  void a_priority_makes_it_an_event_of_version_2() {
    create(MessageFixture.hello("now").withPriority(Priority.HIGH));
    assertThat(event().at("/schema_version").asString()).isEqualTo("2.0");
    assertThat(event().at("/message/priority").asString()).isEqualTo("high");
  }

  @Test
  @Seed("S1.17")
  void the_same_request_id_is_the_same_message() {
    CreatedTopicMessage first =
        create(MessageFixture.hello("once").withRequestId("r-1").withTraceContext(trace("1")));
    MessageCreator elsewhere = messages.creator("eu-west-1");
    CreatedTopicMessage again =
        elsewhere.create(
            TOPIC, MessageFixture.hello("once").withRequestId("r-1").withTraceContext(trace("2")));
    assertThat(again.duplicate()).isTrue();
    assertThat(again.messageId()).isEqualTo(first.messageId());
    assertThat(again.eventId()).isEqualTo(first.eventId());
    assertThat(again.deliveries()).extracting(Delivery::duplicate).containsExactly(true);
    assertThat(messages.jobs()).hasSize(1);
    assertThat(create(MessageFixture.hello("once")).messageId()).isNotEqualTo(first.messageId());
  }

  @Test
  void the_same_request_id_with_other_content_is_rejected() {
    create(MessageFixture.hello("once").withRequestId("r-1"));
    messages.waybill.topics().put(Topic.of("elsewhere"));
    for (NewTopicMessage other :
        List.of(
            MessageFixture.hello("twice"),
            MessageFixture.hello("once").withPriority(Priority.HIGH),
            MessageFixture.hello("once").withCorrelationId("770e9500-f39c-52e5-b827-557766551112"),
            NewTopicMessage.byScheduler("manual_notification", "dev", "{\"text\":\"once\"}"))) {
      assertRefused(TOPIC, other.withRequestId("r-1"), Code.REQUEST_ID_CONFLICT);
    }
    assertRefused(
        "elsewhere", MessageFixture.hello("once").withRequestId("r-1"), Code.REQUEST_ID_CONFLICT);
  }

  @Test
  void a_repeated_call_completes_the_work_after_a_crash() {
    messages.waybill.topics().unsubscribe(TOPIC, "processor");
    CreatedTopicMessage first = create(MessageFixture.hello("once").withRequestId("r-1"));
    assertThat(first.deliveries()).isEmpty();
    assertThat(messages.record(first.messageId()).status()).isEqualTo(TopicMessageStatus.CREATED);
    messages
        .waybill
        .topics()
        .subscribe(dev.waybill.topic.Subscription.of(TOPIC, "processor", MessageFixture.QUEUE));
    CreatedTopicMessage again = create(MessageFixture.hello("once").withRequestId("r-1"));
    assertThat(again.deliveries()).hasSize(1);
    assertThat(again.eventId()).isEqualTo(first.eventId());
    assertThat(messages.record(first.messageId()).status()).isEqualTo(TopicMessageStatus.QUEUED);
  }

  @Test
  void an_invalid_message_is_rejected_and_leaves_no_record() {
    assertRefused("nowhere", MessageFixture.hello("hi").withRequestId("r-1"), Code.NOT_FOUND);
    assertThat(create(MessageFixture.hello("hi").withRequestId("r-1")).duplicate()).isFalse();
    for (String bad : List.of("", "{", "{} {}", "nonsense", "\"\\ud800\"".substring(0, 3))) {
      assertThatThrownBy(() -> create(NewTopicMessage.byScheduler("hello", "dev", bad)))
          .as(bad)
          .hasMessageContaining("must be JSON");
    }
    assertThatThrownBy(() -> NewTopicMessage.byScheduler("no name", "dev", "1"))
        .hasMessageContaining("type of a message");
    assertThatThrownBy(() -> NewTopicMessage.byScheduler("hello", "", "1"))
        .hasMessageContaining("stage of a message");
    String large = "\"" + "x".repeat(64 * 1024) + "\"";
    assertThatThrownBy(() -> NewTopicMessage.byScheduler("hello", "dev", large))
        .hasMessageContaining("64 KiB");
  }

  private CreatedTopicMessage create(NewTopicMessage message) {
    return messages.creator.create(TOPIC, message);
  }

  private JsonNode event() {
    return JsonTrees.readEvent(messages.jobs().getFirst().payload().text());
  }

  private void assertRefused(String topic, NewTopicMessage message, Code code) {
    assertThatThrownBy(() -> messages.creator.create(topic, message))
        .isInstanceOfSatisfying(
            WaybillException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  private static String trace(String digit) {
    return "00-" + digit.repeat(32) + "-" + digit.repeat(16) + "-01";
  }
}
