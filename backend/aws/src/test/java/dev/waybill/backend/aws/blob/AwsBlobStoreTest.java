package dev.waybill.backend.aws.blob;

import dev.waybill.backend.aws.AwsFixture;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.BlobStoreConformance;
import dev.waybill.settings.Settings;

class AwsBlobStoreTest extends BlobStoreConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new AwsFixture(settings);
  }
}
