package dev.waybill.backend.aws;

import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.CatalogConformance;
import dev.waybill.settings.Settings;

class AwsCatalogTest extends CatalogConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new AwsFixture(settings);
  }
}
