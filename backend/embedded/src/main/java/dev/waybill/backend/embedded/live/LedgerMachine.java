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
  public record Archived(long asOf, Map<LedgerKey, ArchivedKey> keys) {

    public static final Archived NOTHING = new Archived(-1, Map.of());

    private boolean covers(LedgerKey key, long position) {
      return keys.containsKey(key) && asOf >= position;
    }

    private ArchivedKey of(LedgerKey key) {
      return keys.getOrDefault(key, ArchivedKey.NOTHING);
    }
  }

  /// The history of one key.
  ///
  /// @param known its facts without data
  /// @param isWhole whether these are all its facts, and not only those that were asked for
  public record ArchivedKey(
      Fact.@Nullable Latest latest, Map<FactKey, Fact.Recorded> known, boolean isWhole) {

    public static final ArchivedKey NOTHING = new ArchivedKey(null, Map.of(), true);
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

  /// The facts that were recorded last.
  public NewestFacts newest() {
    return state.newest();
  }

  /// The log position up to which the history must be complete to show the last change of a key.
  /// Thread-safe.
  public long lastChangeOrForgotten(LedgerKey key) {
    return state.lastChangeOrForgotten(key);
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
    if (recent == null && archived.of(fact.key()).isWhole()) {
      state.begin(fact.key(), archived.of(fact.key()).known());
    }
    Facts.Recorded recorded = new Facts.Recorded(state.nextPosition(), version(fact, before), fact);
    recorded.write(frame.begin(FactKind.RECORDED));
    state.record(recorded, before, frame.end());
    return recorded.applied() ? Answer.APPLIED : Answer.STALE;
  }

  /// The version of the latest state after this fact; 0 if the fact does not change it.
  private long version(Fact fact, Fact.@Nullable Latest before) {
    if (before == null) {
      return 1;
    }
    return expired.test(before.fact()) || fact.advances(before) ? before.version() + 1 : 0;
  }

  private boolean isKnown(Fact fact, LedgerState.@Nullable Recent recent, Archived archived) {
    FactKey identity = FactKey.of(fact);
    Fact.Recorded same = recent == null ? null : recent.known.get(identity);
    if (same == null) {
      long deleted = recent == null ? 0 : recent.deletedUpTo;
      Fact.Recorded found = archived.of(fact.key()).known().get(identity);
      same = found != null && found.position() > deleted ? found : null;
    }
    return same != null && !expired.test(same.fact());
  }

  private static Fact.@Nullable Latest latest(
      LedgerKey key, LedgerState.@Nullable Recent recent, Archived archived) {
    if (recent != null && recent.latestIsKnown) {
      return recent.latest;
    }
    Fact.Latest found = archived.of(key).latest();
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
