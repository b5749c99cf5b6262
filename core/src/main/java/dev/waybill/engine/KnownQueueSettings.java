package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Limits;
import dev.waybill.QueueSettings;
import dev.waybill.WaybillException;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.QueueKey;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What is set for queues. The ledger holds every change; each server follows it, so a change made
/// here is known here at once, and about a second later by the other servers on the store.
///
/// Maintenance looks at the ledger every second, so calls do not have to; one that finds nobody has
/// looked for two seconds does.
final class KnownQueueSettings {

  static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  static final Duration STALE = Duration.ofSeconds(2);

  private static final int PAGE = 1_000;
  private static final System.Logger LOG = System.getLogger(KnownQueueSettings.class.getName());

  private final Ledger ledger;
  private final InstantSource clock;
  private final Map<QueueKey, QueueSettings> known = new ConcurrentHashMap<>();
  private final ReentrantLock looking = new ReentrantLock();
  private long position;
  private volatile int changes;
  private volatile @Nullable Instant looked;

  KnownQueueSettings(Ledger ledger, InstantSource clock) {
    this.ledger = ledger;
    this.clock = clock;
  }

  /// What holds for a queue, as far as it is known here.
  QueueSettings of(QueueKey queue) {
    if (looked == null) {
      look();
    }
    lookIfOlderThan(STALE);
    return lastKnown(queue);
  }

  /// What is set for a queue at this moment.
  QueueSettings read(QueueKey queue) {
    look();
    return lastKnown(queue);
  }

  void refresh() {
    lookIfOlderThan(LOOK_EVERY);
  }

  /// Changes are numbered without a gap, and the ledger takes each number once: whoever comes
  /// second looks again and decides anew.
  QueueSettings change(QueueKey queue, UnaryOperator<QueueSettings> change) {
    while (true) {
      look();
      int number = changes + 1;
      QueueSettings before = lastKnown(queue);
      QueueSettings after = change.apply(before);
      if (after.equals(before)) {
        return before;
      }
      requireRoom(queue, before);
      Fact fact = QueueSettingsFacts.changed(number, queue, after, clock.instant());
      if (ledger.record(List.of(fact)).getFirst() != Ledger.Answer.DUPLICATE) {
        look();
        return after;
      }
    }
  }

  private QueueSettings lastKnown(QueueKey queue) {
    return known.getOrDefault(queue, QueueSettings.NONE);
  }

  private void requireRoom(QueueKey queue, QueueSettings before) {
    if (!before.equals(QueueSettings.NONE)) {
      return;
    }
    String tenant = queue.tenant();
    long others = known.keySet().stream().filter(key -> key.tenant().equals(tenant)).count();
    if (others >= Limits.QUEUES_WITH_SETTINGS) {
      throw new WaybillException(
          Code.TOO_MANY_ITEMS,
          "a tenant has settings for at most " + Limits.QUEUES_WITH_SETTINGS + " queues");
    }
  }

  /// While one call looks, others go on with what is known.
  private void lookIfOlderThan(Duration age) {
    if (isOlder(age) && looking.tryLock()) {
      try {
        if (isOlder(age)) {
          lookOrGoOn();
        }
      } finally {
        looking.unlock();
      }
    }
  }

  /// Also where the clock was set back.
  private boolean isOlder(Duration age) {
    Instant last = looked;
    return last == null || Duration.between(last, clock.instant()).abs().compareTo(age) >= 0;
  }

  /// A ledger that cannot be read is no reason to stop work under settings that are known.
  private void lookOrGoOn() {
    try {
      look();
    } catch (WaybillException failed) {
      if (looked != null) {
        looked = clock.instant();
      }
      LOG.log(Level.WARNING, "cannot look for changed settings of queues; will try again", failed);
    }
  }

  private void look() {
    looking.lock();
    try {
      Instant began = clock.instant();
      List<Fact.Recorded> some;
      do {
        some = ledger.history(QueueSettingsFacts.KEY, position, PAGE);
        some.forEach(this::apply);
      } while (some.size() == PAGE);
      looked = began;
    } finally {
      looking.unlock();
    }
  }

  /// The number comes last: who has seen it has seen what it stands for.
  private void apply(Fact.Recorded recorded) {
    QueueSettingsFacts.apply(recorded.fact(), known);
    position = recorded.position();
    changes = recorded.fact().attempt();
  }
}
