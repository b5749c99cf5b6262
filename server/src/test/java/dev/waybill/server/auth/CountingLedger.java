package dev.waybill.server.auth;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Counts reads of the history.
final class CountingLedger extends ForwardingLedger {

  volatile boolean broken;
  volatile boolean breaksAfterRecording;
  final AtomicInteger reads = new AtomicInteger();

  CountingLedger(Ledger inner) {
    super(inner);
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    List<Answer> answers = super.record(facts);
    broken |= breaksAfterRecording;
    return answers;
  }

  @Override
  public List<Fact.Recorded> history(LedgerKey key, long after, int max) {
    if (broken) {
      throw new WaybillException(Code.UNAVAILABLE, "as the test asked for");
    }
    reads.incrementAndGet();
    return super.history(key, after, max);
  }
}
