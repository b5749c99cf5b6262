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

/// Follows the facts of one key, whose attempts number them without gaps.
///
/// Old facts may be deleted once newer ones have replaced them. A follower that missed some of them
/// detects a gap in the numbers and reads all remaining facts again.
final class LedgerFollower {

  private static final int PAGE = 100;

  private final Ledger ledger;
  private final LedgerKey key;
  private final InstantSource clock;
  private final Reader reader;
  private final ReentrantLock lock = new ReentrantLock();
  private long position;
  private volatile int number;
  private volatile @Nullable Instant readAt;

  /// Receives facts, one call at a time.
  interface Reader {

    /// The next fact in order.
    void next(Fact.Recorded fact);

    /// All remaining facts, which replace those received so far.
    void replaceAll(List<Fact.Recorded> facts);
  }

  LedgerFollower(Ledger ledger, LedgerKey key, InstantSource clock, Reader reader) {
    this.ledger = ledger;
    this.key = key;
    this.clock = clock;
    this.reader = reader;
  }

  /// The number of the last fact, 0 if there was none.
  int number() {
    return number;
  }

  boolean hasRead() {
    return readAt != null;
  }

  /// Reads all new facts.
  void read() {
    lock.lock();
    try {
      Instant began = clock.instant();
      if (position == 0 || !readNew()) {
        readAll();
      }
      readAt = began;
    } finally {
      lock.unlock();
    }
  }

  /// Reads new facts if the last read is older than this. While one call reads, others continue
  /// with the known facts.
  ///
  /// @param reading reads new facts
  void readIfOlderThan(Duration age, Runnable reading) {
    if (isOlder(age) && lock.tryLock()) {
      try {
        if (isOlder(age)) {
          reading.run();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /// Also true if the clock was set back.
  boolean isOlder(Duration age) {
    Instant last = readAt;
    return last == null || Duration.between(last, clock.instant()).abs().compareTo(age) >= 0;
  }

  /// Postpones the next read after a failure.
  void postpone() {
    readAt = readAt == null ? null : clock.instant();
  }

  /// Returns false if facts are missing.
  private boolean readNew() {
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

  /// Reads again if facts were deleted in between: those that replace them may be missing.
  private void readAll() {
    List<Fact.Recorded> all = all();
    while (!all.isEmpty() && all.getFirst().position() != first()) {
      all = all();
    }
    List<Fact.Recorded> fresh = fresh(all, 0);
    reader.replaceAll(fresh);
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

  /// Without the facts of a late writer: their numbers do not grow.
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
