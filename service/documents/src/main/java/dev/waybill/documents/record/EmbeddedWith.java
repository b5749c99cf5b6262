package dev.waybill.documents.record;

import dev.waybill.Payload;
import dev.waybill.Tenants;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Fact;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import java.time.Instant;
import java.util.List;

/// The embedding model that the documents of all tenants have vectors of.
public record EmbeddedWith(Ledger ledger) {

  private static final LedgerKey KEY =
      new LedgerKey(Tenants.SYSTEM, Retention.OF_DOCUMENT_SERVICE + "model", "");

  public boolean is(String model) {
    return ledger.latest(List.of(KEY)).stream().anyMatch(latest -> latest.state().equals(model));
  }

  /// The same model may come back later, so each change has a name of its own.
  public void record(String model, Instant at) {
    Fact fact = Fact.of(KEY, 1, at.toEpochMilli() + " " + model, at, Payload.empty());
    var _ = ledger.record(List.of(fact.withState(model)));
  }
}
