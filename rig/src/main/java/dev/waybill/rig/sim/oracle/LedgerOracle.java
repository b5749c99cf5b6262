package dev.waybill.rig.sim.oracle;

import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Wraps the ledger and compares every answer with the recorded facts (R1).
public final class LedgerOracle extends ForwardingLedger {

  private record Name(LedgerKey key, int attempt, String type) {}

  private final Set<Name> known = new HashSet<>();
  private final Map<LedgerKey, Fact> furthest = new HashMap<>();
  private final Map<LedgerKey, Fact.Latest> shown = new HashMap<>();

  public LedgerOracle(Ledger good) {
    super(good);
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    List<Answer> answers = super.record(facts);
    for (int i = 0; i < facts.size(); i++) {
      recorded(facts.get(i), answers.get(i));
    }
    latest(facts.stream().map(Fact::key).distinct().toList());
    return answers;
  }

  /// The latest state of each key must be that of its highest fact.
  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    List<Fact.Latest> all = super.latest(keys);
    all.forEach(this::seen);
    long expected = keys.stream().filter(furthest::containsKey).count();
    BrokenPromise.unless(all.size() == expected, "R1", "%s: %s", keys, all);
    return all;
  }

  private void recorded(Fact fact, Answer answer) {
    Fact before = furthest.get(fact.key());
    boolean repeated = !known.add(new Name(fact.key(), fact.attempt(), fact.type()));
    Answer expected = repeated ? Answer.DUPLICATE : expected(fact, before);
    BrokenPromise.unless(answer == expected, "R1", "%s, not %s: %s", answer, expected, fact);
    if (answer == Answer.APPLIED) {
      furthest.put(fact.key(), fact);
    }
  }

  private static Answer expected(Fact fact, @Nullable Fact before) {
    return before == null || isFurther(fact, before) ? Answer.APPLIED : Answer.STALE;
  }

  /// Compares by attempt, then rank, then standing, then time.
  private static boolean isFurther(Fact fact, Fact than) {
    int[] order = {
      Integer.compare(fact.attempt(), than.attempt()),
      Integer.compare(fact.rank(), than.rank()),
      Integer.compare(fact.standing(), than.standing()),
      fact.at().compareTo(than.at())
    };
    for (int one : order) {
      if (one != 0) {
        return one > 0;
      }
    }
    return false;
  }

  private void seen(Fact.Latest latest) {
    Fact expected = furthest.get(latest.key());
    BrokenPromise.unless(
        expected != null
            && latest.state().equals(expected.state())
            && latest.attempt() == expected.attempt()
            && latest.at().equals(expected.at()),
        "R1",
        "the latest state is %s and must be that of %s",
        latest,
        expected);
    Fact.Latest before = shown.put(latest.key(), latest);
    BrokenPromise.unless(
        before == null || latest.version() >= before.version(),
        "R1",
        "%s after %s",
        latest,
        before);
  }
}
