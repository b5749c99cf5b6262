package dev.waybill.events.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.conformance.Seed;
import dev.waybill.topic.Attribute;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MessageCreatedTest {

  private static final Instant NOW = Instant.parse("2025-10-21T14:30:00Z");

  @Test
  @Seed({"S1.1", "S1.5"})
  void the_example_is_read_with_all_its_fields() {
    MessageCreated event = MessageCreated.read(Payload.of(Samples.SCHEDULED)).event();

    assertThat(event)
        .isEqualTo(
            new MessageCreated(
                "1.0",
                "770f9600-g49d-62f6-c938-668877662222",
                NOW,
                "scheduler",
                new MessageCreated.Message(
                    "550e8400-e29b-41d4-a716-446655440000",
                    "scheduled_hello",
                    "dev",
                    "scheduler",
                    "660e9500-f39c-52e5-b827-557766551111"),
                new MessageCreated.Metadata("us-east-1", "dev"),
                null,
                null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"scheduled", "manual"})
  @Seed("S1.18")
  void what_is_read_and_written_is_the_same_json(String which) {
    String json = which.equals("manual") ? Samples.MANUAL : Samples.SCHEDULED;

    Payload written = MessageCreated.read(Payload.of(json)).event().write();

    assertThat(written.text()).isEqualTo(withoutBlanks(json));
  }

  @Test
  @Seed("S1.4")
  void the_four_attributes_follow_from_the_event() {
    MessageCreated event = MessageCreated.read(Payload.of(Samples.MANUAL)).event();

    assertThat(event.attributes())
        .containsExactly(
            Map.entry("event_type", Attribute.of("message_created")),
            Map.entry("message_type", Attribute.of("manual_notification")),
            Map.entry("stage", Attribute.of("dev")),
            Map.entry("source", Attribute.of("web-api")));
  }

  @Test
  @Seed({"S1.6", "S1.7", "S1.9"})
  void the_scheduler_publishes_in_its_own_name() {
    MessageCreated event = scheduled().correlationId("story-7").build(NOW);

    assertThat(event.source()).isEqualTo("scheduler");
    assertThat(event.message().createdBy()).isEqualTo("scheduler");
    assertThat(event.message().correlationId()).isEqualTo("story-7");
    assertThat(event.eventId()).isNotEqualTo(event.message().messageId());
    assertThat(Samples.tree(event.write()).get("timestamp").stringValue())
        .isEqualTo("2025-10-21T14:30:00.000Z");
  }

  @Test
  @Seed({"S1.7", "S1.9"})
  void the_web_api_publishes_in_the_name_of_a_user() {
    MessageCreated event =
        MessageCreated.byUser("alice@example.com", "manual_notification")
            .messageId("m-1")
            .stage("prod")
            .region("eu-west-1")
            .environment("prod")
            .build(NOW);

    assertThat(event.source()).isEqualTo("web-api");
    assertThat(event.message().createdBy()).isEqualTo("user:alice@example.com");
    assertThat(MessageCreated.read(event.write()).event()).isEqualTo(event);
  }

  @Test
  void a_producer_cannot_leave_the_stage_out() {
    MessageCreatedBuilder builder = MessageCreated.byScheduler("scheduled_hello").region("r");

    assertThat(Samples.refusal(() -> builder.build(NOW))).startsWith("/message/stage is missing");
  }

  @Test
  @Seed("S1.8")
  void the_body_inside_a_notification_is_read_and_said_to_be_wrapped() {
    var bare = MessageCreated.read(Payload.of(Samples.SCHEDULED));
    var wrapped = MessageCreated.read(Payload.of(Samples.notification(Samples.SCHEDULED)));

    assertThat(bare.wrapped()).isFalse();
    assertThat(wrapped.wrapped()).isTrue();
    assertThat(wrapped.event()).isEqualTo(bare.event());
  }

  @Test
  @Seed("S1.15")
  void version_2_has_a_priority_and_a_retry_policy() {
    String json =
        Samples.SCHEDULED
            .replace("\"1.0\"", "\"2.0\"")
            .replace(
                "\"message_id\"",
                "\"priority\":\"high\",\"retry_policy\":{\"max_errors\":5,\"first_delay\":\"PT1S\"},\"message_id\"");

    MessageCreated event = MessageCreated.read(Payload.of(json)).event();

    assertThat(event.priority()).isEqualTo(Priority.HIGH);
    assertThat(event.retryPolicy())
        .isEqualTo(new RetryPolicy(5, 3, Duration.ofSeconds(1), 3, Duration.ofHours(1), 0.5));
    assertThat(MessageCreated.read(event.write()).event()).isEqualTo(event);
  }

  @Test
  @Seed("S1.15")
  void a_builder_that_was_told_a_priority_makes_version_2() {
    MessageCreated event =
        scheduled().priority(Priority.LOW).retryPolicy(RetryPolicy.never()).build(NOW);

    assertThat(event.schemaVersion()).isEqualTo("2.0");
    assertThat(Samples.tree(event.write()).at("/message/priority").stringValue()).isEqualTo("low");
    assertThat(MessageCreated.read(event.write()).event()).isEqualTo(event);
  }

  @Test
  @Seed("S1.15")
  void version_1_passes_over_what_version_2_means_by_priority() {
    String json = Samples.SCHEDULED.replace("\"message_id\"", "\"priority\":7,\"message_id\"");

    assertThat(MessageCreated.read(Payload.of(json)).event().priority()).isNull();
  }

  @Test
  @Seed("S1.5")
  void unknown_fields_do_no_harm() {
    String json = Samples.SCHEDULED.replace("\"stage\"", "\"shape\":[1],\"stage\"");

    assertThat(MessageCreated.read(Payload.of(json)).event().message().stage()).isEqualTo("dev");
  }

  @ParameterizedTest
  @CsvSource({
    "schema_version, /schema_version",
    "event_id, /event_id",
    "timestamp, /timestamp",
    "source, /source",
    "message_id, /message/message_id",
    "message_type, /message/message_type",
    "stage, /message/stage",
    "created_by, /message/created_by",
    "correlation_id, /message/correlation_id",
    "region, /metadata/region",
    "environment, /metadata/environment"
  })
  @Seed("S1.5")
  void each_field_is_required(String name, String pointer) {
    String json = Samples.SCHEDULED.replace("\"" + name + "\"", "\"other_" + name + "\"");

    assertThat(Samples.refusal(() -> Samples.read(json))).startsWith(pointer + " is missing; ");
    assertThat(Samples.refusal(() -> MessageCreated.read(Payload.of(json))))
        .startsWith(pointer + " is missing; ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'\"source\": \"scheduler\"' | '\"source\": \"cron\"' | /source must be \"scheduler\" or",
        "'\"created_by\": \"scheduler\"' | '\"created_by\": \"alice\"' | /message/created_by must"
            + " be",
        "'\"created_by\": \"scheduler\"' | '\"created_by\": \"user: \"' | /message/created_by must"
            + " be",
        "'2025-10-21T14:30:00.000Z' | '21 October' | /timestamp must be a time such as",
        "'2025-10-21T14:30:00.000Z' | '2025-10-21T14:30:00' | /timestamp must be a time such as",
        "'\"stage\": \"dev\"' | '\"stage\": 1' | /message/stage must be a string; it is a number",
        "'\"stage\": \"dev\"' | '\"stage\": null' | /message/stage is missing",
        "'\"stage\": \"dev\"' | '\"stage\": \" \"' | /message/stage is blank",
        "'770f9600-g49d-62f6-c938-668877662222' | '550e8400-e29b-41d4-a716-446655440000' |"
            + " /event_id must differ from /message/message_id"
      })
  @Seed({"S1.5", "S1.6", "S1.7"})
  void a_field_that_breaks_its_rule_is_named(String good, String bad, String answer) {
    String json = Samples.SCHEDULED.replace(good, bad);

    assertThat(Samples.refusal(() -> Samples.read(json))).startsWith(answer);
  }

  @Test
  @Seed({"S1.5", "S1.8"})
  void a_rule_that_is_broken_inside_a_notification_is_said_to_be_there() {
    String json =
        Samples.notification(Samples.SCHEDULED.replace("\"scheduler\",\n  \"m", "\"x\",\n  \"m"));

    assertThat(Samples.refusal(() -> Samples.read(json)))
        .startsWith("in /Message: /source must be");
  }

  @Test
  @Seed("S1.15")
  void an_unsupported_version_is_published_but_not_processed() {
    String json = Samples.SCHEDULED.replace("\"1.0\"", "\"3.0\"");

    assertThat(Samples.read(json).schemaVersion()).isEqualTo("3.0");
    assertThat(Samples.refusal(() -> MessageCreated.read(Payload.of(json))))
        .isEqualTo("/schema_version is not supported; send \"1.0\" or \"2.0\"; it is \"3.0\"");
  }

  private static MessageCreatedBuilder scheduled() {
    return MessageCreated.byScheduler("scheduled_hello")
        .stage("dev")
        .region("us-east-1")
        .environment("dev");
  }

  private static String withoutBlanks(String json) {
    return json.replace("\n", "").replace(" ", "");
  }
}
