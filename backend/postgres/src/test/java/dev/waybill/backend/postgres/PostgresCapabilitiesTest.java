package dev.waybill.backend.postgres;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.CapabilitiesConformance;
import dev.waybill.settings.Settings;

class PostgresCapabilitiesTest extends CapabilitiesConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return PostgresFixture.on(settings);
  }
}
