package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.LedgerConformance;
import dev.waybill.settings.Settings;

class PostgresLedgerTest extends LedgerConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return PostgresFixture.on(settings);
  }
}
