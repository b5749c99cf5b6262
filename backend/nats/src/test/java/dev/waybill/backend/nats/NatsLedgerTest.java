package dev.waybill.backend.nats;

import dev.waybill.Settings;
import dev.waybill.testkit.BackendFixture;
import dev.waybill.testkit.LedgerConformance;

class NatsLedgerTest extends LedgerConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsFixture(settings);
  }
}
