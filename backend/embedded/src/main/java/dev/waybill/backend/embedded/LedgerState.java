package dev.waybill.backend.embedded;

import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the ledger has taken in and the history may not have yet. Changed by facts only, like
/// [LiveState]. Not thread-safe.
final class LedgerState {

  /// The same fact again is a duplicate.
  record FactKey(int attempt, String type) {

    static FactKey of(Fact fact) {
      return new FactKey(fact.attempt(), fact.type());
    }
  }

  /// One key: its latest state and the facts that came recently.
  static final class Recent {
    Fact.@Nullable Latest latest;
    final Set<FactKey> known = new HashSet<>();
    long logPosition;
  }

  private final LinkedHashMap<LedgerKey, Recent> recent = new LinkedHashMap<>();
  private long nextPosition = 1;
  private long forgottenUpTo;
  private volatile long lastFact = -1;

  long nextPosition() {
    return nextPosition;
  }

  void startAt(long position) {
    nextPosition = Math.max(nextPosition, position);
  }

  /// The place in the log up to which facts are known to the history alone.
  long forgottenUpTo() {
    return forgottenUpTo;
  }

  /// The place in the log of the last fact, below zero where there is none. For any thread.
  long lastFact() {
    return lastFact;
  }

  @Nullable Recent find(LedgerKey key) {
    return recent.get(key);
  }

  void record(Facts.Recorded recorded, Fact.@Nullable Latest before, long logPosition) {
    Fact fact = recorded.fact();
    Recent known = recent.remove(fact.key());
    Recent entry = known == null ? new Recent() : known;
    recent.put(fact.key(), entry);
    entry.known.add(FactKey.of(fact));
    entry.logPosition = logPosition;
    entry.latest = recorded.applied() ? latest(fact, before) : before;
    startAt(recorded.position() + 1);
    lastFact = logPosition;
  }

  static Fact.Latest latest(Fact fact, Fact.@Nullable Latest before) {
    return new Fact.Latest(
        fact.key(),
        fact.attempt(),
        fact.state(),
        fact.rank(),
        fact.standing(),
        before == null ? 1 : before.version() + 1,
        fact.at(),
        fact.data());
  }

  /// Drops keys that were last touched before this place of the log: the history has them.
  void forget(long projected) {
    var oldestFirst = recent.values().iterator();
    while (oldestFirst.hasNext()) {
      Recent entry = oldestFirst.next();
      if (entry.logPosition >= projected) {
        return;
      }
      forgottenUpTo = Math.max(forgottenUpTo, entry.logPosition);
      oldestFirst.remove();
    }
  }
}
