package dev.waybill.backend.aws;

import dev.waybill.backend.aws.ledger.AwsLedger;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.Buckets;
import dev.waybill.backend.aws.link.Queues;

/// Calls each service once. The error of a failure begins with the name of the service.
final class ServiceProbe {

  private final AwsLink link;

  ServiceProbe(AwsLink link) {
    this.link = link;
  }

  void prove() {
    AwsLedger.proveWrite(link);
    new Queues(link).find(link.layout().queue("probe"));
    new Buckets(link).exists(link.layout().bucket());
  }
}
