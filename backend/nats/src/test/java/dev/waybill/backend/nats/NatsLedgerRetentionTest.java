package dev.waybill.backend.nats;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.LedgerRetentionConformance;
import dev.waybill.settings.Settings;

class NatsLedgerRetentionTest extends LedgerRetentionConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsFixture(settings);
  }
}
