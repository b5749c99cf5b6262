package dev.waybill.rig.sim;

import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Takes the fact that arrived last for the latest state.
final class BrokenLedger implements Ledger {

  private final Ledger good;
  private final Map<LedgerKey, Fact> last = new HashMap<>();

  BrokenLedger(Ledger good) {
    this.good = good;
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    facts.forEach(fact -> last.put(fact.key(), fact));
    return good.record(facts);
  }

  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    return good.latest(keys).stream().map(this::overwritten).toList();
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return good.history(key, after, max);
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    return good.tail(after, max);
  }

  @Override
  public long last() {
    return good.last();
  }

  private Fact.Latest overwritten(Fact.Latest latest) {
    Fact fact = last.get(latest.key());
    return fact == null
        ? latest
        : new Fact.Latest(
            fact.key(),
            fact.attempt(),
            fact.state(),
            fact.rank(),
            fact.standing(),
            latest.version(),
            fact.at(),
            fact.data());
  }
}
