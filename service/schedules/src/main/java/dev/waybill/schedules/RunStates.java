package dev.waybill.schedules;

import dev.waybill.Payload;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The states of schedules, as facts of the ledger. Changes of a state are numbered without gaps,
/// and the ledger accepts each number once: the second writer reads again and applies its change to
/// the new state. Replaced states are deleted from time to time.
final class RunStates {

  private static final String CHANGED = "changed";
  private static final int PAGE = 1_000;

  /// The maximum number of states per schedule.
  static final int KEPT = 16;

  private final Ledger ledger;

  RunStates(Ledger ledger) {
    this.ledger = ledger;
  }

  /// @param number the number of changes
  /// @param position the position of its fact
  private record Numbered(int number, long position, RunState state) {

    static final Numbered NEW = new Numbered(0, 0, RunState.NEW);
  }

  RunState read(LedgerKey key) {
    return numbered(List.of(key)).getOrDefault(key, Numbered.NEW).state();
  }

  /// The states of the schedules that have one.
  Map<LedgerKey, RunState> read(Collection<LedgerKey> keys) {
    Map<LedgerKey, RunState> states = new HashMap<>();
    numbered(keys).forEach((key, numbered) -> states.put(key, numbered.state()));
    return states;
  }

  void change(Map<LedgerKey, UnaryOperator<RunState>> changes, Instant now) {
    Map<LedgerKey, UnaryOperator<RunState>> left = new LinkedHashMap<>(changes);
    while (!left.isEmpty()) {
      Map<LedgerKey, Numbered> known = numbered(left.keySet());
      List<Fact> facts = facts(left, known, now);
      List<Ledger.Answer> answers = facts.isEmpty() ? List.of() : ledger.record(facts);
      Map<LedgerKey, UnaryOperator<RunState>> again = new LinkedHashMap<>();
      for (int i = 0; i < facts.size(); i++) {
        LedgerKey key = facts.get(i).key();
        if (answers.get(i) == Ledger.Answer.APPLIED) {
          deleteReplaced(key, known.getOrDefault(key, Numbered.NEW));
        } else {
          again.put(key, left.getOrDefault(key, UnaryOperator.identity()));
        }
      }
      left = again;
    }
  }

  /// A late writer may record a deleted number again; then it is outdated, and read again.
  private void deleteReplaced(LedgerKey key, Numbered replaced) {
    if (replaced.number() % KEPT == KEPT - 1) {
      ledger.delete(key, replaced.position());
    }
  }

  /// Deletes the state of a deleted schedule.
  void delete(LedgerKey key) {
    ledger.delete(key, Long.MAX_VALUE);
  }

  private List<Fact> facts(
      Map<LedgerKey, UnaryOperator<RunState>> changes,
      Map<LedgerKey, Numbered> known,
      Instant now) {
    List<Fact> facts = new ArrayList<>();
    changes.forEach(
        (key, change) -> {
          Numbered before = known.getOrDefault(key, Numbered.NEW);
          RunState after = change.apply(before.state());
          if (!after.equals(before.state())) {
            facts.add(fact(key, before.number() + 1, after, now));
          }
        });
    return facts;
  }

  private static Fact fact(LedgerKey key, int number, RunState state, Instant now) {
    return Fact.of(key, number, CHANGED, now, Payload.wrap(RunStateJson.DOCUMENT.bytes(state)));
  }

  private Map<LedgerKey, Numbered> numbered(Collection<LedgerKey> keys) {
    Map<LedgerKey, Numbered> found = new HashMap<>();
    List<LedgerKey> all = List.copyOf(keys);
    for (int from = 0; from < all.size(); from += PAGE) {
      List<LedgerKey> some = all.subList(from, Math.min(all.size(), from + PAGE));
      for (Fact.Latest latest : ledger.latest(some)) {
        RunState state = RunStateJson.DOCUMENT.readAnswer(latest.data().bytesWithoutCopy());
        found.put(latest.key(), new Numbered(latest.attempt(), latest.position(), state));
      }
    }
    return found;
  }
}
