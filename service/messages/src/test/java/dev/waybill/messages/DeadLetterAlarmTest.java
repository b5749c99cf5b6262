package dev.waybill.messages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobFilter;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.Settlement;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.Seed;
import dev.waybill.messages.DeadLetterAlarm.Watched;
import dev.waybill.messages.notify.NotSent;
import dev.waybill.messages.notify.Notification;
import dev.waybill.messages.notify.Notifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeadLetterAlarmTest {

  private static final String QUEUE = "work";

  private final List<Notification> sent = new ArrayList<>();
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
  void an_alarm_is_raised_once_and_again_for_more_dead_letters() throws Exception {
    DeadLetterAlarm alarm = alarm(this::send);
    alarm.check();
    assertThat(sent).isEmpty();
    die();
    alarm.check();
    alarm.check();
    assertThat(sent).extracting(Notification::title).containsExactly("1 dead letter in queue work");
    assertThat(sent.getFirst().priority()).isEqualTo(Priority.HIGH);
    die();
    die();
    alarm.check();
    assertThat(sent)
        .extracting(Notification::title)
        .containsExactly("1 dead letter in queue work", "3 dead letters in queue work");
    assertThat(sent.get(0).id()).isNotEqualTo(sent.get(1).id());
  }

  @Test
  @Seed("S1.14")
  void an_alarm_is_raised_again_after_it_was_cleared() throws Exception {
    DeadLetterAlarm alarm = alarm(this::send);
    die();
    alarm.check();
    messages.waybill.redriveAll(JobFilter.ALL.withQueue(QUEUE));
    alarm.check();
    fail();
    alarm.check();
    assertThat(sent).extracting(Notification::title).hasSize(2).containsOnly(sent.get(0).title());
    assertThat(sent.get(0).id()).isNotEqualTo(sent.get(1).id());
  }

  @Test
  void only_one_of_several_servers_notifies() throws Exception {
    die();
    alarm(this::send).check();
    alarm(this::send).check();
    assertThat(sent).hasSize(1);
  }

  @Test
  void a_failed_notification_is_sent_a_minute_later_with_the_same_id() throws Exception {
    List<String> tried = new ArrayList<>();
    Notifier down =
        notification -> {
          tried.add(notification.id());
          throw new NotSent.Later("down", null, null);
        };
    die();
    alarm(down).check();
    alarm(this::send).check();
    assertThat(sent).isEmpty();
    clock.advance(Duration.ofMinutes(1));
    alarm(this::send).check();
    alarm(this::send).check();
    assertThat(sent).extracting(Notification::id).isEqualTo(tried).hasSize(1);
  }

  @Test
  void a_failure_for_one_queue_does_not_affect_the_others() throws Exception {
    die();
    new DeadLetterAlarm(
            messages.waybill,
            messages.ledger,
            List.of(new Watched("no tenant", QUEUE), new Watched("default", QUEUE)),
            this::send,
            clock)
        .check();
    assertThat(sent).hasSize(1);
  }

  private Notifier.Sent send(Notification notification) {
    sent.add(notification);
    return new Notifier.Sent("");
  }

  private DeadLetterAlarm alarm(Notifier notifier) {
    List<Watched> watched = List.of(new Watched("default", QUEUE));
    return new DeadLetterAlarm(messages.waybill, messages.ledger, watched, notifier, clock);
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
