package dev.waybill.messages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelLedger;
import dev.waybill.message.TopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Ledger;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MessageRecordsTest {

  private static final String ID = "550e8400-e29b-41d4-a716-446655440000";
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final ModelLedger ledger = new ModelLedger(Settings.DEFAULT.withClock(clock));
  private final MessageRecords records = new MessageRecords(ledger, "default", clock);

  @BeforeEach
  void create() {
    assertThat(created()).isEqualTo(Ledger.Answer.APPLIED);
    clock.advance(SECOND);
  }

  @Test
  @Seed({"S1.2", "S1.18"})
  void a_record_has_the_data_that_is_not_in_the_event() {
    TopicMessage record = record();
    assertThat(record)
        .isEqualTo(
            new TopicMessage(
                ID,
                new TopicMessage.Content(
                    "scheduled_hello", "dev", "scheduler", "story-1", "{\"amount\": 1.50}"),
                ManualClock.START,
                new TopicMessage.Progress(
                    TopicMessageStatus.CREATED, 1, ManualClock.START, null, null)));
  }

  @Test
  @Seed("S1.11")
  void the_status_of_a_message_never_goes_backwards() {
    records.queued(ID);
    assertThat(status()).isEqualTo(TopicMessageStatus.QUEUED);
    begins(1);
    assertThat(status()).isEqualTo(TopicMessageStatus.PROCESSING);
    records.completed(ID, 1);
    assertThat(status()).isEqualTo(TopicMessageStatus.COMPLETED);
    records.queued(ID);
    assertThat(status()).isEqualTo(TopicMessageStatus.COMPLETED);
    assertThat(record().updatedAt()).isEqualTo(ManualClock.START.plus(SECOND));
  }

  @Test
  void a_late_queued_fact_does_not_stop_processing() {
    begins(1);
    records.queued(ID);
    assertThat(status()).isEqualTo(TopicMessageStatus.PROCESSING);
  }

  @Test
  @Seed("S1.11")
  void processing_after_a_failure_is_the_next_attempt_and_keeps_the_error() {
    begins(1);
    records.failed(ID, 1, "ntfy is down");
    assertThat(status()).isEqualTo(TopicMessageStatus.FAILED);
    begins(2);
    assertThat(record().attempt()).isEqualTo(2);
    records.completed(ID, 2);
    assertThat(status()).isEqualTo(TopicMessageStatus.COMPLETED);
    assertThat(record().errorMessage()).isEqualTo("ntfy is down");
  }

  @Test
  @Seed("S1.17")
  void a_completed_message_is_not_processed_again() {
    begins(1);
    records.completed(ID, 1);
    assertThat(records.begin(ID)).isEqualTo(new MessageRecords.Begun.AlreadyCompleted());
  }

  @Test
  void an_attempt_of_a_crashed_worker_is_resumed() {
    begins(1);
    begins(1);
    assertThat(status()).isEqualTo(TopicMessageStatus.PROCESSING);
  }

  @Test
  @Seed("S1.17")
  void a_failure_after_completion_changes_nothing() {
    begins(1);
    records.completed(ID, 1);
    clock.advance(SECOND);
    records.failed(ID, 1, "the lease was lost");
    assertThat(status()).isEqualTo(TopicMessageStatus.COMPLETED);
    assertThat(record().errorMessage()).isNull();
  }

  @Test
  void a_failure_of_an_earlier_attempt_changes_nothing() {
    begins(1);
    records.failed(ID, 1, "first");
    begins(2);
    records.failed(ID, 1, "again");
    assertThat(status()).isEqualTo(TopicMessageStatus.PROCESSING);
  }

  @Test
  @Seed("S1.17")
  void a_notification_is_known_in_every_later_attempt() {
    begins(1);
    assertThat(records.notifying(ID, 1, "n-1", "job")).isTrue();
    assertThat(records.notifying(ID, 1, "n-1", "other")).isFalse();
    assertThat(stored().claims()).containsEntry(1, "job");
    assertThat(stored().notified()).isFalse();
    records.notified(ID, 1, "n-1", "ref");
    records.failed(ID, 1, "the store was full");
    begins(2);
    assertThat(stored().notified()).isTrue();
    assertThat(record().notificationId()).isEqualTo("n-1");
  }

  @Test
  @Seed("S1.19")
  void a_record_is_absent_after_90_days() {
    clock.set(ManualClock.START.plus(Duration.ofDays(90)).minusMillis(1));
    assertThat(records.find(ID)).isPresent();
    clock.advance(Duration.ofMillis(1));
    assertThat(records.find(ID)).isEmpty();
    assertThat(records.begin(ID)).isEqualTo(new MessageRecords.Begun.Absent());
  }

  @Test
  void a_message_can_be_created_again_after_the_old_one_expired() {
    clock.advance(Duration.ofDays(50));
    begins(1);
    clock.advance(Duration.ofDays(40));
    ledger.prune(10);
    assertThat(records.find(ID)).isEmpty();

    assertThat(created()).isEqualTo(Ledger.Answer.APPLIED);

    assertThat(record().status()).isEqualTo(TopicMessageStatus.CREATED);
    begins(1);
    assertThat(record().status()).isEqualTo(TopicMessageStatus.PROCESSING);
  }

  @Test
  void other_tenants_and_invalid_ids_have_no_records() {
    assertThat(new MessageRecords(ledger, "other", clock).find(ID)).isEmpty();
    assertThat(records.find("")).isEmpty();
    assertThat(records.find("x".repeat(129))).isEmpty();
    assertThat(records.find("unknown")).isEmpty();
  }

  private Ledger.Answer created() {
    return records.created(
        ID,
        records.now(),
        MessageRecords.data()
            .put("message_type", "scheduled_hello")
            .put("stage", "dev")
            .put("created_by", "scheduler")
            .put("correlation_id", "story-1")
            .put("payload", "{\"amount\": 1.50}"));
  }

  private void begins(int attempt) {
    assertThat(records.begin(ID)).isEqualTo(new MessageRecords.Begun.Attempt(attempt));
  }

  private StoredMessage stored() {
    StoredMessage stored = records.load(ID);
    assertThat(stored).isNotNull();
    return java.util.Objects.requireNonNull(stored);
  }

  private TopicMessage record() {
    return stored().record();
  }

  private TopicMessageStatus status() {
    return record().status();
  }
}
