package dev.waybill.messages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.RetryPolicy;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.message.MessageFilter;
import dev.waybill.message.NewMessage;
import dev.waybill.messages.DeadLetterAlarm.Watched;
import dev.waybill.settings.Retention;
import dev.waybill.spi.LedgerKey;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeadLetterAlarmTest {

  private static final String QUEUE = "work";
  private static final List<Watched> WATCHED = List.of(new Watched("default", QUEUE));
  private static final JobFilter DEAD =
      JobFilter.ALL.withQueue(QUEUE).withStates(Set.of(State.DEAD));
  private static final NotificationTarget TARGET = NotificationTarget.parse("push:alerts");

  private final ManualClock clock = new ManualClock();
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
  @Seed("S1.14")
  void an_alarm_is_raised_once_and_again_for_more_dead_letters() {
    DeadLetterAlarm alarm = alarm();
    alarm.check();
    assertThat(sent()).isEmpty();
    die();
    alarm.check();
    alarm.check();
    assertThat(titles()).containsExactly("1 dead letter in queue work");
    assertThat(sent().getFirst().metadata().labels()).containsEntry("priority", "high");
    assertThat(sent().getFirst().metadata().tags()).containsExactly("warning");
    die();
    die();
    alarm.check();
    assertThat(titles())
        .containsExactly("3 dead letters in queue work", "1 dead letter in queue work");
  }

  @Test
  @Seed("S1.14")
  void an_alarm_is_raised_again_after_it_was_cleared() {
    DeadLetterAlarm alarm = alarm();
    die();
    alarm.check();
    messages.waybill.redriveAll(JobFilter.ALL.withQueue(QUEUE));
    alarm.check();
    fail();
    alarm.check();
    assertThat(titles()).hasSize(2).containsOnly("1 dead letter in queue work");
  }

  @Test
  void an_alarm_is_raised_again_when_dead_letters_are_added_to_those_that_are_left() {
    DeadLetterAlarm alarm = alarm();
    for (int i = 0; i < 5; i++) {
      die();
    }
    alarm.check();
    messages.waybill.list(DEAD, Page.Request.first(3)).items().stream()
        .map(Job::id)
        .forEach(this::deleteDead);
    alarm.check();
    assertThat(titles()).as("fewer are no reason").containsExactly("5 dead letters in queue work");
    die();
    die();
    alarm.check();
    alarm.check();
    assertThat(titles())
        .containsExactly("4 dead letters in queue work", "5 dead letters in queue work");
  }

  private void deleteDead(JobId id) {
    messages.waybill.delete(id);
  }

  /// Otherwise the numbers would start again, and messages that are kept longer would swallow the
  /// new ones.
  @Test
  void the_last_alarm_of_a_queue_does_not_expire() {
    DeadLetterAlarm alarm = alarm();
    die();
    alarm.check();
    die();
    alarm.check();
    LedgerKey key = new LedgerKey("default", "dead-letters", QUEUE);
    assertThat(messages.ledger.history(key, 0, 10))
        .extracting(recorded -> recorded.fact().attempt())
        .containsExactly(2);
    assertThat(Retention.DEFAULT.factsExpired(key.kind(), clock.instant())).isEqualTo(Instant.MIN);
  }

  @Test
  void only_one_of_several_servers_notifies() {
    die();
    alarm().check();
    alarm().check();
    assertThat(sent()).hasSize(1);
  }

  @Test
  void an_alarm_that_could_not_be_stored_is_raised_by_the_next_check() {
    die();
    new DeadLetterAlarm(
            messages.waybill,
            messages.ledger,
            WATCHED,
            new NotificationTarget("pigeon", "x"),
            clock)
        .check();
    assertThat(sent()).isEmpty();
    alarm().check();
    alarm().check();
    assertThat(sent()).hasSize(1);
  }

  @Test
  void a_failure_for_one_queue_does_not_affect_the_others() {
    die();
    new DeadLetterAlarm(
            messages.waybill,
            messages.ledger,
            List.of(new Watched("no tenant", QUEUE), new Watched("default", QUEUE)),
            TARGET,
            clock)
        .check();
    assertThat(sent()).hasSize(1);
  }

  /// The alarms, newest first.
  private List<NewMessage> sent() {
    MessageFilter push = MessageFilter.ALL.with(MessageFilter.Field.CHANNEL, "push");
    return messages.waybill.messages().list(push, Page.Request.first(100)).items().stream()
        .map(found -> messages.waybill.messages().find(found.id()).orElseThrow())
        .map(found -> java.util.Objects.requireNonNull(found.content().request()))
        .toList();
  }

  private List<String> titles() {
    return sent().stream().map(NewMessage::subject).map(String::valueOf).toList();
  }

  private DeadLetterAlarm alarm() {
    return new DeadLetterAlarm(messages.waybill, messages.ledger, WATCHED, TARGET, clock);
  }

  private void die() {
    messages.waybill.enqueue(NewJob.builder("any").queue(QUEUE).retry(RetryPolicy.never()).build());
    fail();
  }

  private void fail() {
    LeaseRequest one =
        new LeaseRequest(QUEUE, "w", 1, Duration.ofSeconds(30), Duration.ofSeconds(5));
    var lease = messages.waybill.lease(one).getFirst();
    messages.waybill.settle(List.of(new Settlement(lease.token(), Outcome.retry("broken"))));
  }
}
