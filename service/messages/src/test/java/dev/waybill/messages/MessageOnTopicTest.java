package dev.waybill.messages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelBlobs;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.message.TopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.messages.record.ContentKeys;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Messages on topics as the message service keeps them.
final class MessageOnTopicTest {

  private static final String ID = "550e8400-e29b-41d4-a716-446655440000";
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final ModelLedger ledger = new ModelLedger(Settings.DEFAULT.withClock(clock));
  private final MessageFacts facts = facts("default");

  @BeforeEach
  void create() {
    assertThat(created()).isTrue();
    clock.advance(SECOND);
  }

  @Test
  @Seed({"S1.2", "S1.18"})
  void a_message_has_the_data_that_is_not_in_the_event() {
    TopicMessage record = record();
    assertThat(record.topic()).isEqualTo("messages-dev");
    assertThat(record.type()).isEqualTo("scheduled_hello");
    assertThat(record.stage()).isEqualTo("dev");
    assertThat(record.createdBy()).isEqualTo("scheduler");
    assertThat(record.payload()).isEqualTo("{\"amount\": 1.50}");
    assertThat(record.status()).isEqualTo(TopicMessageStatus.CREATED);
    assertThat(record.attempt()).isEqualTo(1);
    assertThat(record.message().createdAt()).isEqualTo(ManualClock.START);
    assertThat(record.updatedAt()).isEqualTo(ManualClock.START);
    assertThat(record.errorMessage()).isNull();
    assertThat(record.notificationId()).isNull();
  }

  @Test
  void the_ledger_has_no_plaintext_of_a_message() {
    assertThat(ledger.tail(0, 100))
        .isNotEmpty()
        .noneMatch(one -> one.fact().data().text().contains("amount"))
        .noneMatch(one -> one.fact().data().text().contains("scheduler"));
  }

  @Test
  @Seed("S1.11")
  void the_status_of_a_message_never_goes_backwards() {
    happens(1, MessageEventType.MESSAGE_QUEUED, null);
    assertThat(status()).isEqualTo(TopicMessageStatus.QUEUED);
    happens(1, MessageEventType.HANDOFF_ATTEMPTED, null);
    assertThat(status()).isEqualTo(TopicMessageStatus.PROCESSING);
    assertThat(record().notificationId()).isEqualTo(ID);
    happens(1, MessageEventType.HANDOFF_ACCEPTED, null);
    assertThat(status()).isEqualTo(TopicMessageStatus.COMPLETED);
    clock.advance(SECOND);
    happens(1, MessageEventType.MESSAGE_QUEUED, null);
    assertThat(status()).isEqualTo(TopicMessageStatus.COMPLETED);
    assertThat(record().updatedAt()).isEqualTo(ManualClock.START.plus(SECOND));
  }

  @Test
  void a_late_queued_event_does_not_stop_processing() {
    happens(1, MessageEventType.HANDOFF_ATTEMPTED, null);
    happens(1, MessageEventType.MESSAGE_QUEUED, null);
    assertThat(status()).isEqualTo(TopicMessageStatus.PROCESSING);
  }

  @Test
  @Seed("S1.11")
  void processing_after_a_failure_is_the_next_attempt_and_keeps_the_error() {
    happens(1, MessageEventType.HANDOFF_ATTEMPTED, null);
    happens(1, MessageEventType.HANDOFF_FAILED, "ntfy is down");
    assertThat(status()).isEqualTo(TopicMessageStatus.FAILED);
    happens(2, MessageEventType.HANDOFF_ATTEMPTED, null);
    assertThat(status()).isEqualTo(TopicMessageStatus.PROCESSING);
    assertThat(record().attempt()).isEqualTo(2);
    happens(2, MessageEventType.HANDOFF_ACCEPTED, null);
    assertThat(status()).isEqualTo(TopicMessageStatus.COMPLETED);
    assertThat(record().errorMessage()).isEqualTo("ntfy is down");
  }

  @Test
  @Seed("S1.17")
  void a_failure_after_completion_changes_nothing() {
    happens(1, MessageEventType.HANDOFF_ATTEMPTED, null);
    happens(1, MessageEventType.HANDOFF_ACCEPTED, null);
    clock.advance(SECOND);
    happens(1, MessageEventType.HANDOFF_FAILED, "the lease was lost");
    assertThat(status()).isEqualTo(TopicMessageStatus.COMPLETED);
    assertThat(record().errorMessage()).isNull();
  }

  @Test
  void a_failure_of_an_earlier_attempt_changes_nothing() {
    happens(1, MessageEventType.HANDOFF_ATTEMPTED, null);
    happens(2, MessageEventType.HANDOFF_ATTEMPTED, null);
    happens(1, MessageEventType.HANDOFF_FAILED, "late");
    assertThat(status()).isEqualTo(TopicMessageStatus.PROCESSING);
  }

  @Test
  @Seed("S1.19")
  void a_message_is_absent_after_90_days() {
    clock.set(ManualClock.START.plus(Duration.ofDays(90)).minusMillis(1));
    assertThat(find(facts)).isPresent();
    clock.advance(Duration.ofMillis(1));
    assertThat(find(facts)).isEmpty();
  }

  @Test
  void a_message_can_be_created_again_after_the_old_one_expired() {
    clock.advance(Duration.ofDays(50));
    happens(1, MessageEventType.HANDOFF_ATTEMPTED, null);
    happens(1, MessageEventType.PROVIDER_DELIVERED, null);
    clock.advance(Duration.ofDays(40));
    ledger.prune(10);
    assertThat(find(facts)).isEmpty();

    assertThat(created()).isTrue();

    assertThat(record().status()).isEqualTo(TopicMessageStatus.CREATED);
    assertThat(record().message().provider().state()).isEqualTo("unknown");
    happens(1, MessageEventType.HANDOFF_ATTEMPTED, null);
    assertThat(record().status()).isEqualTo(TopicMessageStatus.PROCESSING);
  }

  @Test
  void other_tenants_have_no_such_message() {
    assertThat(find(facts("other"))).isEmpty();
  }

  private MessageFacts facts(String tenant) {
    return new MessageFacts(
        new MessageFacts.Ports(ledger, new ModelBlobs(), new ContentKeys(ledger), clock), tenant);
  }

  private boolean created() {
    NewMessage message =
        MessageOnTopic.stored(
            "messages-dev",
            NewTopicMessage.byScheduler("scheduled_hello", "dev", "{\"amount\": 1.50}")
                .withRequestId("r-1"),
            "local");
    return facts.create(Map.of(ID, message)).contains(ID);
  }

  private void happens(int attempt, MessageEventType type, @Nullable String error) {
    facts.record(facts.event(ID, attempt, type, EventDetails.of(EventDetails.ERROR, error)));
  }

  private static Optional<TopicMessage> find(MessageFacts facts) {
    return facts.find(ID).map(RecordedMessage::message).flatMap(Message::onTopic);
  }

  private TopicMessage record() {
    return find(facts).orElseThrow();
  }

  private TopicMessageStatus status() {
    return record().status();
  }
}
