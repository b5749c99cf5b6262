package dev.waybill.backend.nats;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.LedgerConformance;
import dev.waybill.conformance.NatsProcess.Release;
import dev.waybill.settings.Settings;

/// On the nats-server of the distribution.
class OlderNatsLedgerTest extends LedgerConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new NatsFixture(Release.DISTRIBUTION, settings);
  }
}
