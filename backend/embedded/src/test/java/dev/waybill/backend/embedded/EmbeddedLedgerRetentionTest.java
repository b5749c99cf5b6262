package dev.waybill.backend.embedded;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.LedgerRetentionConformance;
import dev.waybill.settings.Settings;

class EmbeddedLedgerRetentionTest extends LedgerRetentionConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new EmbeddedFixture(settings);
  }
}
