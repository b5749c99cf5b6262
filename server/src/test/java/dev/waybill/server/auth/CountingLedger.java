package dev.waybill.server.auth;

import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts how often the history is asked for.
final class CountingLedger extends ForwardingLedger {

  final AtomicInteger reads = new AtomicInteger();

  CountingLedger(Ledger inner) {
    super(inner);
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    reads.incrementAndGet();
    return super.history(key, after, max);
  }
}
