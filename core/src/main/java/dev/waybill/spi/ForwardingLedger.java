package dev.waybill.spi;

import java.util.List;

/// Passes every call to another ledger; a subclass overrides the calls that it changes.
public abstract class ForwardingLedger implements Ledger {

  private final Ledger inner;

  protected ForwardingLedger(Ledger inner) {
    this.inner = inner;
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    return inner.record(facts);
  }

  @Override
  public List<Fact.Latest> latest(List<LedgerKey> keys) {
    return inner.latest(keys);
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    return inner.history(key, after, max);
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    return inner.tail(after, max);
  }

  @Override
  public long beforeNewest(int facts) {
    return inner.beforeNewest(facts);
  }

  @Override
  public void delete(LedgerKey key, long upTo) {
    inner.delete(key, upTo);
  }

  @Override
  public int prune(int max) {
    return inner.prune(max);
  }
}
