package dev.waybill.backend.embedded;

import dev.waybill.backend.embedded.LedgerState.FactKey;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger.Answer;
import dev.waybill.spi.LedgerKey;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Decides on facts: which are new, and which move the latest state. Like [Machine] a function of
/// state and command.
final class LedgerMachine {

  /// What the history knows of some keys.
  ///
  /// @param asOf complete up to this place of the log
  record Archived(
      long asOf, Map<LedgerKey, Fact.Latest> latest, Map<LedgerKey, Set<FactKey>> known) {}

  private final LedgerState state;

  LedgerMachine(LedgerState state) {
    this.state = state;
  }

  /// The place in the log of the last fact.
  long lastFact() {
    return state.lastFact();
  }

  /// Null where what was read from the history is too old to decide by.
  @Nullable Answer record(Fact fact, Archived archived, Frame frame) {
    if (archived.asOf() < state.forgottenUpTo()) {
      return null;
    }
    LedgerState.Recent recent = state.find(fact.key());
    FactKey identity = FactKey.of(fact);
    boolean known =
        (recent != null && recent.known.contains(identity))
            || archived.known().getOrDefault(fact.key(), Set.of()).contains(identity);
    if (known) {
      return Answer.DUPLICATE;
    }
    Fact.Latest before = recent == null ? archived.latest().get(fact.key()) : recent.latest;
    boolean applied = before == null || fact.advances(before);
    Facts.Recorded recorded = new Facts.Recorded(state.nextPosition(), applied, fact);
    recorded.write(frame.begin(FactKind.RECORDED));
    state.record(recorded, before, frame.end());
    return applied ? Answer.APPLIED : Answer.STALE;
  }
}
