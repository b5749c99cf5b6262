package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.LedgerRetentionConformance;
import dev.waybill.settings.Settings;

class PostgresLedgerRetentionTest extends LedgerRetentionConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return PostgresFixture.on(settings);
  }
}
