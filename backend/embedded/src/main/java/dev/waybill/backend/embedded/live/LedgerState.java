package dev.waybill.backend.embedded.live;

import dev.waybill.Payload;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LedgerKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Facts of the ledger that the history may not contain yet, and keys whose whole history is in
/// memory. Changed by facts only, like [LiveState]. Not thread-safe, except where it says so.
public final class LedgerState {

  /// Identifies a fact; the same fact again is a duplicate.
  public record FactKey(int attempt, String type) {

    public static FactKey of(Fact fact) {
      return new FactKey(fact.attempt(), fact.type());
    }
  }

  /// The most keys that are kept when the history has them.
  private static final int MOST_KEPT = 20_000;

  /// Keys with more facts are not kept as a whole.
  public static final int MOST_FACTS = 32;

  /// One key: its latest state and its recent facts.
  static final class Recent {
    Fact.@Nullable Latest latest;
    final Map<FactKey, Fact.Recorded> known = new HashMap<>();
    long deletedUpTo;
    long logPosition;

    /// Without a recent fact, the latest state is in the history.
    boolean latestIsKnown;

    /// These are all facts of this key.
    boolean isWhole;
  }

  private final LinkedHashMap<LedgerKey, Recent> recent = new LinkedHashMap<>();
  private final LinkedHashMap<LedgerKey, Recent> kept = new LinkedHashMap<>();
  private final Set<LedgerKey> whole = ConcurrentHashMap.newKeySet();
  private final Map<LedgerKey, Long> changedAt = new ConcurrentHashMap<>();
  private final NewestFacts newest = new NewestFacts();
  private final List<Facts.LedgerChange> undurable = new ArrayList<>();
  private long nextPosition = 1;
  private long forgottenUpTo;
  private volatile long lastChange = -1;
  private volatile long archivedUpTo = -1;

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

  /// The log position of the last change of a key that the history may not contain yet, or a
  /// negative number. Thread-safe.
  long lastChange(LedgerKey key) {
    return changedAt.getOrDefault(key, -1L);
  }

  /// As [#lastChange(LedgerKey)], or the last change of any key that is only in the history.
  /// Thread-safe.
  long lastChangeOrForgotten(LedgerKey key) {
    long known = lastChange(key);
    return Math.max(known, archivedUpTo);
  }

  @Nullable Recent find(LedgerKey key) {
    Recent found = recent.get(key);
    return found == null ? kept.get(key) : found;
  }

  /// Whether the whole history of a key was in memory a moment ago. Thread-safe.
  boolean isWhole(LedgerKey key) {
    return whole.contains(key);
  }

  /// The facts that were recorded last. Thread-safe.
  NewestFacts newest() {
    return newest;
  }

  /// All changes so far are durable.
  void committed() {
    undurable.forEach(newest::add);
    undurable.clear();
  }

  /// The key is in memory from now on.
  ///
  /// @param known all its facts, without data
  void begin(LedgerKey key, Map<FactKey, Fact.Recorded> known) {
    Recent entry = new Recent();
    entry.isWhole = true;
    entry.known.putAll(known);
    recent.put(key, entry);
    whole.add(key);
  }

  void record(Facts.Recorded recorded, Fact.@Nullable Latest before, long logPosition) {
    Fact fact = recorded.fact().withData(Payload.empty());
    Recent entry = touch(fact.key(), logPosition);
    entry.known.put(FactKey.of(fact), new Fact.Recorded(recorded.position(), fact));
    entry.latest =
        recorded.applied()
            ? new Fact.Latest(recorded.position(), recorded.version(), fact)
            : before;
    entry.latestIsKnown = true;
    undurable.add(recorded);
    startAt(recorded.position() + 1);
  }

  void delete(Facts.Deleted deleted, long logPosition) {
    Recent entry = touch(deleted.key(), logPosition);
    entry.deletedUpTo = Math.max(entry.deletedUpTo, deleted.upTo());
    entry.known.values().removeIf(fact -> fact.position() <= deleted.upTo());
    if (entry.latest != null && entry.latest.position() <= deleted.upTo()) {
      entry.latest = null;
    }
    undurable.add(deleted);
  }

  private Recent touch(LedgerKey key, long logPosition) {
    Recent known = recent.remove(key);
    known = known == null ? kept.remove(key) : known;
    Recent entry = known == null ? new Recent() : known;
    recent.put(key, entry);
    entry.logPosition = logPosition;
    changedAt.put(key, logPosition);
    lastChange = logPosition;
    return entry;
  }

  /// Drops keys that were last changed before this log position: the history has them. Some that
  /// need no look-up in the history are kept.
  void forget(long projected) {
    var oldestFirst = recent.entrySet().iterator();
    while (oldestFirst.hasNext()) {
      Map.Entry<LedgerKey, Recent> oldest = oldestFirst.next();
      if (oldest.getValue().logPosition >= projected) {
        return;
      }
      oldestFirst.remove();
      archivedUpTo = oldest.getValue().logPosition;
      changedAt.remove(oldest.getKey());
      keepOrDrop(oldest.getKey(), oldest.getValue());
    }
  }

  private void keepOrDrop(LedgerKey key, Recent entry) {
    if (!entry.isWhole || entry.known.size() > MOST_FACTS) {
      drop(key, entry);
      return;
    }
    kept.put(key, entry);
    if (kept.size() > MOST_KEPT) {
      Map.Entry<LedgerKey, Recent> eldest = kept.pollFirstEntry();
      drop(eldest.getKey(), eldest.getValue());
    }
  }

  private void drop(LedgerKey key, Recent entry) {
    whole.remove(key);
    forgottenUpTo = Math.max(forgottenUpTo, entry.logPosition);
  }
}
