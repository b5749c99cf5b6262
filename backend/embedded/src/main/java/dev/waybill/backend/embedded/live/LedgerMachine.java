package dev.waybill.backend.embedded.live;

import dev.waybill.backend.embedded.live.LedgerState.FactKey;
import dev.waybill.backend.embedded.log.Frame;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger.Answer;
import dev.waybill.spi.LedgerKey;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Decides on facts: which are new, and which change the latest state. Like [Machine] a function of
/// state and command.
public final class LedgerMachine {

  /// The history of some keys.
  ///
  /// @param asOf the log position up to which it is complete
  /// @param latest of the keys that have one
  /// @param known the positions of facts, by key; empty for a key without facts
  public record Archived(
      long asOf, Map<LedgerKey, Fact.Latest> latest, Map<LedgerKey, Map<FactKey, Long>> known) {

    public static final Archived NOTHING = new Archived(-1, Map.of(), Map.of());

    private boolean covers(LedgerKey key, long position) {
      return known.containsKey(key) && asOf >= position;
    }

    private boolean hasNothing(LedgerKey key) {
      return Map.of().equals(known.get(key));
    }
  }

  private final LedgerState state;
  private final Predicate<Fact> expired;

  public LedgerMachine(LedgerState state, Predicate<Fact> expired) {
    this.state = state;
    this.expired = expired;
  }

  /// The log position of the last change of the ledger.
  public long lastChange() {
    return state.lastChange();
  }

  /// The log position of the last change of a key that the history may not contain yet, or a
  /// negative number.
  public long lastChange(LedgerKey key) {
    return state.lastChange(key);
  }

  /// Whether a fact of this key can be decided without the history. Thread-safe, and a guess.
  public boolean isWhole(LedgerKey key) {
    return state.isWhole(key);
  }

  /// Returns null if the data of the history is too old to decide by.
  public @Nullable Answer record(Fact fact, Archived archived, Frame frame) {
    LedgerState.Recent recent = state.find(fact.key());
    boolean isWhole = recent != null && recent.isWhole;
    if (!isWhole && !archived.covers(fact.key(), state.forgottenUpTo())) {
      return null;
    }
    if (isKnown(fact, recent, archived)) {
      return Answer.DUPLICATE;
    }
    Fact.Latest before = latest(fact.key(), recent, archived);
    if (recent == null && archived.hasNothing(fact.key())) {
      state.begin(fact.key());
    }
    boolean applied = before == null || expired.test(before.fact()) || fact.advances(before);
    Facts.Recorded recorded = new Facts.Recorded(state.nextPosition(), applied, fact);
    recorded.write(frame.begin(FactKind.RECORDED));
    state.record(recorded, before, frame.end());
    return applied ? Answer.APPLIED : Answer.STALE;
  }

  private boolean isKnown(Fact fact, LedgerState.@Nullable Recent recent, Archived archived) {
    FactKey identity = FactKey.of(fact);
    Fact.Recorded same = recent == null ? null : recent.known.get(identity);
    if (same != null) {
      return !expired.test(same.fact());
    }
    long deleted = recent == null ? 0 : recent.deletedUpTo;
    Map<FactKey, Long> known = archived.known().getOrDefault(fact.key(), Map.of());
    return known.getOrDefault(identity, 0L) > deleted;
  }

  private static Fact.@Nullable Latest latest(
      LedgerKey key, LedgerState.@Nullable Recent recent, Archived archived) {
    if (recent != null && recent.latestIsKnown) {
      return recent.latest;
    }
    Fact.Latest found = archived.latest().get(key);
    boolean deleted = found != null && recent != null && found.position() <= recent.deletedUpTo;
    return deleted ? null : found;
  }

  /// Deletes only facts that exist now.
  public void delete(LedgerKey key, long upTo, Frame frame) {
    Facts.Deleted deleted = new Facts.Deleted(key, Math.min(upTo, state.nextPosition() - 1));
    deleted.write(frame.begin(FactKind.DELETED));
    state.delete(deleted, frame.end());
  }
}
