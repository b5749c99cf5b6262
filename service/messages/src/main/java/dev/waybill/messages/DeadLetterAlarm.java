package dev.waybill.messages;

import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.Waybill;
import dev.waybill.messages.notify.NotSent;
import dev.waybill.messages.notify.Notification;
import dev.waybill.messages.notify.Notifier;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Raises an alarm when a queue has dead letters, and again when it has more than at the last
/// alarm. The alarm is cleared when the queue has none.
///
/// Alarms are numbered facts of the kind `dead-letters` in the ledger, so that only one of several
/// servers raises an alarm, and none repeats it after a restart. It has no thread.
public final class DeadLetterAlarm {

  /// How long an alarm may stay without a notification before any server sends it.
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final System.Logger LOG = System.getLogger(DeadLetterAlarm.class.getName());

  private static final String KIND = "dead-letters";

  /// The fact type of raised and cleared alarms, so that the ledger accepts one of them per number.
  private static final String CHANGED = "changed";

  private static final String RAISED = "raised";
  private static final String NOTIFIED = "notified";
  private static final String CLEARED = "cleared";

  private final Waybill waybill;
  private final Ledger ledger;
  private final List<Watched> watched;
  private final @Nullable Notifier notifier;
  private final InstantSource clock;

  public record Watched(String tenant, String queue) {}

  /// @param notifier null to log only
  public DeadLetterAlarm(
      Waybill waybill,
      Ledger ledger,
      List<Watched> watched,
      @Nullable Notifier notifier,
      InstantSource clock) {
    this.waybill = waybill;
    this.ledger = ledger;
    this.watched = List.copyOf(watched);
    this.notifier = notifier;
    this.clock = clock;
  }

  /// Checks every queue once. A failure for one queue does not affect the others.
  public void check() throws InterruptedException {
    for (Watched one : watched) {
      try {
        check(one);
      } catch (RuntimeException failed) {
        LOG.log(Level.WARNING, "cannot count the dead letters of queue " + one.queue(), failed);
      }
    }
  }

  /// The state of the alarm of a queue.
  ///
  /// @param number the number of this change
  /// @param dead the number of dead letters
  private record Alarm(int number, String state, long dead, Instant at) {}

  private void check(Watched one) throws InterruptedException {
    long dead = waybill.tenant(one.tenant()).stats(one.queue()).dead();
    Alarm last = last(one);
    if (dead > last.dead()) {
      raise(one, new Alarm(last.number() + 1, RAISED, dead, clock.instant()));
    } else if (dead == 0 && last.dead() > 0) {
      record(one, new Alarm(last.number() + 1, CLEARED, 0, clock.instant()));
    } else if (last.state().equals(RAISED) && !last.at().plus(PATIENCE).isAfter(clock.instant())) {
      sendNotification(one, last);
    }
  }

  private void raise(Watched one, Alarm alarm) throws InterruptedException {
    if (record(one, alarm)) {
      LOG.log(Level.WARNING, title(one, alarm) + " of tenant " + one.tenant());
      sendNotification(one, alarm);
    }
  }

  private void sendNotification(Watched one, Alarm alarm) throws InterruptedException {
    if (notifier == null) {
      return;
    }
    try {
      notifier.send(notification(one, alarm));
      record(one, new Alarm(alarm.number(), NOTIFIED, alarm.dead(), clock.instant()));
    } catch (NotSent failed) {
      LOG.log(
          Level.WARNING,
          "cannot send the dead-letter notification; retrying: " + failed.getMessage());
    }
  }

  private static Notification notification(Watched one, Alarm alarm) {
    String number = Integer.toString(alarm.number());
    return Notification.of(
            DerivedId.of("dead-letters", one.tenant(), one.queue(), number),
            title(one, alarm),
            "Tenant "
                + one.tenant()
                + ". List them with waybill dead, fix the cause, and run waybill redrive.")
        .priority(Priority.HIGH)
        .tags(List.of("warning"));
  }

  private static String title(Watched one, Alarm alarm) {
    String letters = alarm.dead() == 1 ? " dead letter" : " dead letters";
    return alarm.dead() + letters + " in queue " + one.queue();
  }

  private Alarm last(Watched one) {
    List<Fact.Latest> latest = ledger.latest(List.of(key(one)));
    if (latest.isEmpty()) {
      return new Alarm(0, CLEARED, 0, Instant.EPOCH);
    }
    Fact.Latest fact = latest.getFirst();
    return new Alarm(fact.attempt(), fact.state(), Long.parseLong(fact.data().text()), fact.at());
  }

  /// Returns false if another server recorded it first.
  private boolean record(Watched one, Alarm alarm) {
    Fact fact =
        Fact.of(
                key(one),
                alarm.number(),
                alarm.state().equals(NOTIFIED) ? NOTIFIED : CHANGED,
                alarm.at(),
                Payload.of(Long.toString(alarm.dead())))
            .withState(alarm.state())
            .withRank(alarm.state().equals(NOTIFIED) ? 1 : 0, 0);
    return ledger.record(List.of(fact)).getFirst() != Ledger.Answer.DUPLICATE;
  }

  private static LedgerKey key(Watched one) {
    return new LedgerKey(one.tenant(), KIND, one.queue());
  }
}
