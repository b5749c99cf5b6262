package dev.waybill.backend.aws.ledger;

import dev.waybill.backend.aws.AwsFixture;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.LedgerRetentionConformance;
import dev.waybill.settings.Settings;

class AwsLedgerRetentionTest extends LedgerRetentionConformance {

  @Override
  protected BackendFixture openFixture(Settings settings) {
    return new AwsFixture(settings);
  }
}
