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

/// Says once when a queue has dead letters, and again when it has more than ever since it had none.
///
/// What was said is in the ledger under the kind `dead-letters`, numbered, so that of several
/// servers one says it, and none says it again after a restart. It has no thread of its own.
public final class DeadLetterAlarm {

  /// How long a rise may stay without its notification before any server sends it.
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final System.Logger LOG = System.getLogger(DeadLetterAlarm.class.getName());

  private static final String KIND = "dead-letters";

  /// The type of both, so that the ledger takes one of them under each number.
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

  /// Looks at every queue once. One that cannot be looked at does not keep the others from it.
  public void check() throws InterruptedException {
    for (Watched one : watched) {
      try {
        check(one);
      } catch (RuntimeException failed) {
        LOG.log(Level.WARNING, "cannot look for dead letters in queue " + one.queue(), failed);
      }
    }
  }

  /// The last that was said of a queue.
  ///
  /// @param number counts what was said
  /// @param dead how many dead letters it was about
  private record Said(int number, String state, long dead, Instant at) {}

  private void check(Watched one) throws InterruptedException {
    long dead = waybill.tenant(one.tenant()).stats(one.queue()).dead();
    Said last = last(one);
    if (dead > last.dead()) {
      raise(one, new Said(last.number() + 1, RAISED, dead, clock.instant()));
    } else if (dead == 0 && last.dead() > 0) {
      record(one, new Said(last.number() + 1, CLEARED, 0, clock.instant()));
    } else if (last.state().equals(RAISED) && !last.at().plus(PATIENCE).isAfter(clock.instant())) {
      tell(one, last);
    }
  }

  private void raise(Watched one, Said rise) throws InterruptedException {
    if (record(one, rise)) {
      LOG.log(Level.WARNING, title(one, rise) + " of tenant " + one.tenant());
      tell(one, rise);
    }
  }

  private void tell(Watched one, Said rise) throws InterruptedException {
    if (notifier == null) {
      return;
    }
    try {
      notifier.send(notification(one, rise));
      record(one, new Said(rise.number(), NOTIFIED, rise.dead(), clock.instant()));
    } catch (NotSent failed) {
      LOG.log(
          Level.WARNING, "cannot notify of dead letters; will try again: " + failed.getMessage());
    }
  }

  private static Notification notification(Watched one, Said rise) {
    String number = Integer.toString(rise.number());
    return Notification.of(
            DerivedId.of("dead-letters", one.tenant(), one.queue(), number),
            title(one, rise),
            "Tenant "
                + one.tenant()
                + ". Find out why, fix it, and redrive them: waybill dead, waybill redrive.")
        .priority(Priority.HIGH)
        .tags(List.of("warning"));
  }

  private static String title(Watched one, Said rise) {
    String letters = rise.dead() == 1 ? " dead letter" : " dead letters";
    return rise.dead() + letters + " in queue " + one.queue();
  }

  private Said last(Watched one) {
    List<Fact.Latest> latest = ledger.latest(List.of(key(one)));
    if (latest.isEmpty()) {
      return new Said(0, CLEARED, 0, Instant.EPOCH);
    }
    Fact.Latest fact = latest.getFirst();
    return new Said(fact.attempt(), fact.state(), Long.parseLong(fact.data().text()), fact.at());
  }

  /// False where another server was first.
  private boolean record(Watched one, Said said) {
    Fact fact =
        Fact.of(
                key(one),
                said.number(),
                said.state().equals(NOTIFIED) ? NOTIFIED : CHANGED,
                said.at(),
                Payload.of(Long.toString(said.dead())))
            .withState(said.state())
            .withRank(said.state().equals(NOTIFIED) ? 1 : 0, 0);
    return ledger.record(List.of(fact)).getFirst() != Ledger.Answer.DUPLICATE;
  }

  private static LedgerKey key(Watched one) {
    return new LedgerKey(one.tenant(), KIND, one.queue());
  }
}
