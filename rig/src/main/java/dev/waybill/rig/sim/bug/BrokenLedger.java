package dev.waybill.rig.sim.bug;

import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Treats the fact that arrived last as the latest state.
final class BrokenLedger extends ForwardingLedger {

  private final Map<LedgerKey, Fact> last = new HashMap<>();

  BrokenLedger(Ledger good) {
    super(good);
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    facts.forEach(fact -> last.put(fact.key(), fact));
    return super.record(facts);
  }

  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    return super.latest(keys).stream().map(this::overwritten).toList();
  }

  private Fact.Latest overwritten(Fact.Latest latest) {
    Fact fact = last.getOrDefault(latest.key(), latest.fact());
    return new Fact.Latest(latest.position(), latest.version(), fact);
  }
}
