package dev.waybill.messages;

import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.Waybill;
import dev.waybill.message.NewMessage;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Raises an alarm when a queue has dead letters, and again when it has more than at the last
/// check. The alarm is cleared when the queue has none.
///
/// An alarm is a log entry and a message of the tenant, which the message service sends and
/// retries. Alarms are numbered facts of the kind `dead-letters` in the ledger, and their messages
/// have the number in the request ID, so that several servers send one message, and none repeats it
/// after a restart. The last fact of a queue does not expire, so numbers do not start again. It has
/// no thread.
public final class DeadLetterAlarm {

  private static final System.Logger LOG = System.getLogger(DeadLetterAlarm.class.getName());

  private static final String KIND = "dead-letters";

  /// The fact type of raised and cleared alarms, so that the ledger accepts one of them per number.
  private static final String CHANGED = "changed";

  private static final String RAISED = "raised";
  private static final String CLEARED = "cleared";

  private final Waybill waybill;
  private final Ledger ledger;
  private final List<Watched> watched;
  private final @Nullable NotificationTarget target;
  private final InstantSource clock;

  public record Watched(String tenant, String queue) {}

  /// @param target null to log only
  public DeadLetterAlarm(
      Waybill waybill,
      Ledger ledger,
      List<Watched> watched,
      @Nullable NotificationTarget target,
      InstantSource clock) {
    this.waybill = waybill;
    this.ledger = ledger;
    this.watched = List.copyOf(watched);
    this.target = target;
    this.clock = clock;
  }

  /// Checks every queue once. A failure for one queue does not affect the others.
  public void check() {
    for (Watched one : watched) {
      try {
        check(one);
      } catch (RuntimeException failed) {
        LOG.log(Level.WARNING, "cannot check the dead letters of queue " + one.queue(), failed);
      }
    }
  }

  /// The state of the alarm of a queue.
  ///
  /// @param number the number of this change
  /// @param before the position of the fact of the change before; 0 if there is none
  /// @param dead the number of dead letters
  private record Alarm(int number, String state, long dead, Instant at, long before) {

    Alarm next(String newState, long nowDead, Instant now) {
      return new Alarm(number + 1, newState, nowDead, now, before);
    }
  }

  private void check(Watched one) {
    long dead = waybill.tenant(one.tenant()).stats(one.queue()).dead();
    Alarm last = last(one);
    if (dead > last.dead()) {
      raise(one, last.next(RAISED, dead, clock.instant()));
    } else if (dead < last.dead()) {
      var _ = record(one, last.next(dead == 0 ? CLEARED : RAISED, dead, clock.instant()));
    }
  }

  /// The message comes first: if it cannot be stored, the next check raises the alarm.
  private void raise(Watched one, Alarm alarm) {
    if (target != null) {
      waybill.tenant(one.tenant()).messages().send(message(target, one, alarm));
    }
    if (record(one, alarm)) {
      LOG.log(Level.WARNING, title(one, alarm) + " of tenant " + one.tenant());
    }
  }

  private static NewMessage message(NotificationTarget to, Watched one, Alarm alarm) {
    String text =
        "Tenant %s. List them with waybill dead, fix the cause, and run waybill redrive."
            .formatted(one.tenant());
    return to.message(title(one, alarm), text, Priority.HIGH, Set.of("warning"), null)
        .requestId("%s/%s/%d/%d".formatted(KIND, one.queue(), alarm.number(), alarm.dead()))
        .build();
  }

  private static String title(Watched one, Alarm alarm) {
    String letters = alarm.dead() == 1 ? " dead letter" : " dead letters";
    return alarm.dead() + letters + " in queue " + one.queue();
  }

  private Alarm last(Watched one) {
    List<Fact.Latest> latest = ledger.latest(List.of(key(one)));
    if (latest.isEmpty()) {
      return new Alarm(0, CLEARED, 0, Instant.EPOCH, 0);
    }
    Fact.Latest fact = latest.getFirst();
    long dead = Long.parseLong(fact.data().text());
    return new Alarm(fact.attempt(), fact.state(), dead, fact.at(), fact.position());
  }

  /// Replaces the fact before. Returns false if another server recorded it first.
  private boolean record(Watched one, Alarm alarm) {
    Fact fact =
        Fact.of(
                key(one),
                alarm.number(),
                CHANGED,
                alarm.at(),
                Payload.of(Long.toString(alarm.dead())))
            .withState(alarm.state());
    boolean isNew = ledger.record(List.of(fact)).getFirst() != Ledger.Answer.DUPLICATE;
    if (alarm.before() > 0) {
      ledger.delete(key(one), alarm.before());
    }
    return isNew;
  }

  private static LedgerKey key(Watched one) {
    return new LedgerKey(one.tenant(), KIND, one.queue());
  }
}
