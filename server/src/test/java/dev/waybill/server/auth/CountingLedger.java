package dev.waybill.server.auth;

import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts how often the history is asked for.
final class CountingLedger implements Ledger {

  final AtomicInteger reads = new AtomicInteger();

  private final Ledger inner;

  CountingLedger(Ledger inner) {
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
    reads.incrementAndGet();
    return inner.history(key, after, max);
  }

  @Override
  public List<Fact.Recorded> tail(long after, int max) {
    return inner.tail(after, max);
  }

  @Override
  public long last() {
    return inner.last();
  }
}
