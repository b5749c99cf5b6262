package dev.waybill.backend.nats;

import dev.waybill.Settings;
import dev.waybill.testkit.BackendFixture;
import dev.waybill.testkit.LedgerRetentionConformance;

class NatsLedgerRetentionTest extends LedgerRetentionConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsFixture(settings);
  }
}
