package dev.waybill.backend.embedded.live;

import dev.waybill.Payload;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Facts of the ledger that the history may not contain yet. Changed by facts only, like
/// [LiveState]. Not thread-safe.
public final class LedgerState {

  /// Identifies a fact; the same fact again is a duplicate.
  public record FactKey(int attempt, String type) {

    public static FactKey of(Fact fact) {
      return new FactKey(fact.attempt(), fact.type());
    }
  }

  /// One key: its latest state and its recent facts.
  static final class Recent {
    Fact.@Nullable Latest latest;
    final Map<FactKey, Fact.Recorded> known = new HashMap<>();
    long deletedUpTo;
    long logPosition;

    /// Without a recent fact, the latest state is in the history.
    boolean latestIsKnown;
  }

  private final LinkedHashMap<LedgerKey, Recent> recent = new LinkedHashMap<>();
  private long nextPosition = 1;
  private long forgottenUpTo;
  private volatile long lastChange = -1;

  long nextPosition() {
    return nextPosition;
  }

  void startAt(long position) {
    nextPosition = Math.max(nextPosition, position);
  }

  /// The log position up to which facts are only in the history.
  long forgottenUpTo() {
    return forgottenUpTo;
  }

  /// The log position of the last change, or a negative number. Thread-safe.
  long lastChange() {
    return lastChange;
  }

  @Nullable Recent find(LedgerKey key) {
    return recent.get(key);
  }

  void record(Facts.Recorded recorded, Fact.@Nullable Latest before, long logPosition) {
    Fact fact = recorded.fact();
    Recent entry = touch(fact.key(), logPosition);
    entry.known.put(
        FactKey.of(fact), new Fact.Recorded(recorded.position(), fact.withData(Payload.empty())));
    long version = before == null ? 1 : before.version() + 1;
    entry.latest =
        recorded.applied() ? new Fact.Latest(recorded.position(), version, fact) : before;
    entry.latestIsKnown = true;
    startAt(recorded.position() + 1);
  }

  void delete(Facts.Deleted deleted, long logPosition) {
    Recent entry = touch(deleted.key(), logPosition);
    entry.deletedUpTo = Math.max(entry.deletedUpTo, deleted.upTo());
    entry.known.values().removeIf(fact -> fact.position() <= deleted.upTo());
    if (entry.latest != null && entry.latest.position() <= deleted.upTo()) {
      entry.latest = null;
    }
  }

  private Recent touch(LedgerKey key, long logPosition) {
    Recent known = recent.remove(key);
    Recent entry = known == null ? new Recent() : known;
    recent.put(key, entry);
    entry.logPosition = logPosition;
    lastChange = logPosition;
    return entry;
  }

  /// Drops keys that were last changed before this log position: the history has them.
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
