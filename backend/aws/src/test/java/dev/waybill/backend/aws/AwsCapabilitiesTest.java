package dev.waybill.backend.aws;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.CapabilitiesConformance;
import dev.waybill.settings.Settings;

class AwsCapabilitiesTest extends CapabilitiesConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new AwsFixture(settings);
  }
}
