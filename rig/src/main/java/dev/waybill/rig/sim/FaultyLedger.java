package dev.waybill.rig.sim;

import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.List;

/// The ledger of a server, with faults.
record FaultyLedger(Ledger good, Faults faults) implements Ledger {

  @Override
  public List<Answer> record(List<Fact> facts) {
    return faults.call(
        () -> good.record(facts), () -> good.record(facts.subList(0, facts.size() / 2)));
  }

  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    return faults.call(() -> good.latest(keys));
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return faults.call(() -> good.history(key, after, max));
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    return faults.call(() -> good.tail(after, max));
  }

  @Override
  public long beforeNewest(int facts) {
    return faults.call(() -> good.beforeNewest(facts));
  }

  @Override
  public void delete(LedgerKey key, long upTo) {
    faults.call(
        () -> {
          good.delete(key, upTo);
          return key;
        });
  }

  @Override
  public int prune(int max) {
    return faults.call(() -> good.prune(max));
  }
}
