package dev.waybill.server.telemetry;

import dev.waybill.spi.Fact;
import dev.waybill.spi.ForwardingLedger;
import dev.waybill.spi.Ledger;
import java.util.List;

/// A ledger that counts events of messages. Every event passes here, so nothing else has to count.
final class ObservedLedger extends ForwardingLedger {

  private final MessageCounts counts;

  ObservedLedger(Ledger ledger, MessageCounts counts) {
    super(ledger);
    this.counts = counts;
  }

  @Override
  public List<Answer> record(List<Fact> facts) {
    List<Answer> answers = super.record(facts);
    for (int i = 0; i < facts.size(); i++) {
      if (answers.get(i) != Answer.DUPLICATE) {
        counts.recorded(facts.get(i), answers.get(i), this);
      }
    }
    return answers;
  }
}
