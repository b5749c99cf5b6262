package dev.waybill.backend.aws.ledger;

import dev.waybill.backend.aws.AwsFixture;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.LedgerConformance;
import dev.waybill.settings.Settings;

class AwsLedgerTest extends LedgerConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new AwsFixture(settings);
  }
}
