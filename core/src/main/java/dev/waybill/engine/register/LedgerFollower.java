package dev.waybill.engine.register;

import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Follows the facts of one key, whose attempts number them without a gap.
///
/// Old facts may be deleted once newer ones have taken their place. A follower that has missed some
/// of them sees a gap in the numbers and reads all that is left anew.
final class LedgerFollower {

  private static final int PAGE = 100;

  private final Ledger ledger;
  private final LedgerKey key;
  private final InstantSource clock;
  private final Reader reader;
  private final ReentrantLock looking = new ReentrantLock();
  private long position;
  private volatile int number;
  private volatile @Nullable Instant looked;

  /// Hears of facts, one call at a time.
  interface Reader {

    /// The fact after the one before.
    void next(Fact.Recorded fact);

    /// All facts that are left, instead of those so far.
    void anew(List<Fact.Recorded> facts);
  }

  LedgerFollower(Ledger ledger, LedgerKey key, InstantSource clock, Reader reader) {
    this.ledger = ledger;
    this.key = key;
    this.clock = clock;
    this.reader = reader;
  }

  /// The number of the last fact, 0 where there has never been one.
  int number() {
    return number;
  }

  boolean hasLooked() {
    return looked != null;
  }

  /// Learns of every fact that is there now.
  void look() {
    looking.lock();
    try {
      Instant began = clock.instant();
      if (position == 0 || !readOn()) {
        readAnew();
      }
      looked = began;
    } finally {
      looking.unlock();
    }
  }

  /// Looks where the last look is older. While one call looks, others go on with what is known.
  ///
  /// @param look what to do to look
  void lookIfOlderThan(Duration age, Runnable look) {
    if (isOlder(age) && looking.tryLock()) {
      try {
        if (isOlder(age)) {
          look.run();
        }
      } finally {
        looking.unlock();
      }
    }
  }

  /// Also where the clock was set back.
  boolean isOlder(Duration age) {
    Instant last = looked;
    return last == null || Duration.between(last, clock.instant()).abs().compareTo(age) >= 0;
  }

  /// Puts the next look off, where one has failed.
  void goOn() {
    looked = looked == null ? null : clock.instant();
  }

  /// False where facts are missing.
  private boolean readOn() {
    List<Fact.Recorded> some;
    do {
      some = ledger.history(key, position, PAGE);
      List<Fact.Recorded> fresh = fresh(some, number);
      if (!fresh.isEmpty() && fresh.getFirst().fact().attempt() != number + 1) {
        return false;
      }
      fresh.forEach(this::take);
      position = some.isEmpty() ? position : some.getLast().position();
    } while (some.size() == PAGE);
    return true;
  }

  private void take(Fact.Recorded fact) {
    reader.next(fact);
    number = fact.fact().attempt();
  }

  /// Reads again where facts were deleted meanwhile: those that replace them may be missing.
  private void readAnew() {
    List<Fact.Recorded> all = all();
    while (!all.isEmpty() && all.getFirst().position() != first()) {
      all = all();
    }
    List<Fact.Recorded> fresh = fresh(all, 0);
    reader.anew(fresh);
    if (!all.isEmpty()) {
      position = all.getLast().position();
      number = fresh.getLast().fact().attempt();
    }
  }

  private List<Fact.Recorded> all() {
    List<Fact.Recorded> all = new ArrayList<>();
    List<Fact.Recorded> some;
    do {
      some = ledger.history(key, all.isEmpty() ? 0 : all.getLast().position(), PAGE);
      all.addAll(some);
    } while (some.size() == PAGE);
    return all;
  }

  private long first() {
    List<Fact.Recorded> first = ledger.history(key, 0, 1);
    return first.isEmpty() ? 0 : first.getFirst().position();
  }

  /// Without those of somebody who was late: the numbers of the others grow.
  private static List<Fact.Recorded> fresh(List<Fact.Recorded> facts, int after) {
    List<Fact.Recorded> fresh = new ArrayList<>();
    int last = after;
    for (Fact.Recorded one : facts) {
      if (one.fact().attempt() > last) {
        last = one.fact().attempt();
        fresh.add(one);
      }
    }
    return fresh;
  }
}
