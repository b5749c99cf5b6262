package dev.waybill.backend.embedded.live;

import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;

/// The durable facts that were recorded last, so that readers that follow the ledger need not wait
/// for the history. The writer adds facts; any thread may read them.
public final class NewestFacts {

  private static final long MOST_BYTES = 16 << 20;
  private static final int MOST_DELETED = 1_000;

  /// The memory that a fact takes besides its texts and data, roughly.
  private static final int FACT_BYTES = 400;

  private final ConcurrentNavigableMap<Long, Fact.Recorded> facts = new ConcurrentSkipListMap<>();
  private final Map<LedgerKey, Long> deletedUpTo = new ConcurrentHashMap<>();
  private long bytes;
  private volatile long missingUpTo = Long.MAX_VALUE;

  void add(Facts.LedgerChange change) {
    switch (change) {
      case Facts.Recorded recorded -> add(recorded);
      case Facts.Deleted deleted -> delete(deleted);
    }
  }

  /// Readers skip deleted facts. After many deletions they read the history instead.
  private void delete(Facts.Deleted deleted) {
    deletedUpTo.merge(deleted.key(), deleted.upTo(), Math::max);
    if (deletedUpTo.size() > MOST_DELETED) {
      missingUpTo = facts.isEmpty() ? missingUpTo : facts.lastKey();
      facts.clear();
      bytes = 0;
      deletedUpTo.clear();
    }
  }

  private void add(Facts.Recorded recorded) {
    facts.put(recorded.position(), new Fact.Recorded(recorded.position(), recorded.fact()));
    if (missingUpTo == Long.MAX_VALUE) {
      missingUpTo = recorded.position() - 1;
    }
    bytes += size(recorded.fact());
    while (bytes > MOST_BYTES) {
      dropOldest();
    }
  }

  /// A reader that has seen the oldest fact notices afterwards that it is missing.
  private void dropOldest() {
    Map.Entry<Long, Fact.Recorded> oldest = facts.firstEntry();
    missingUpTo = oldest.getKey();
    facts.remove(oldest.getKey());
    bytes -= size(oldest.getValue().fact());
  }

  private static int size(Fact fact) {
    return FACT_BYTES + (int) fact.data().size();
  }

  /// The facts after a position, or empty if some of them are only in the history.
  public Optional<List<Fact.Recorded>> after(long position, int max, Predicate<Fact> wanted) {
    List<Fact.Recorded> found = new ArrayList<>();
    for (Fact.Recorded next : facts.tailMap(position, false).values()) {
      if (found.size() == max) {
        break;
      }
      if (!isDeleted(next) && wanted.test(next.fact())) {
        found.add(next);
      }
    }
    return position >= missingUpTo ? Optional.of(found) : Optional.empty();
  }

  /// The position of the last fact; empty if nothing was recorded since the start.
  public OptionalLong last() {
    Map.Entry<Long, Fact.Recorded> last = facts.lastEntry();
    return last == null ? OptionalLong.empty() : OptionalLong.of(last.getKey());
  }

  private boolean isDeleted(Fact.Recorded fact) {
    return !deletedUpTo.isEmpty()
        && deletedUpTo.getOrDefault(fact.fact().key(), 0L) >= fact.position();
  }
}
