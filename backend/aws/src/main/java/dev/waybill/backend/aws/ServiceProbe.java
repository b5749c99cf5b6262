package dev.waybill.backend.aws;

import dev.waybill.Code;
import dev.waybill.ServiceException;
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
    String bucket = link.layout().bucket();
    if (!new Buckets(link).exists(bucket)) {
      throw new ServiceException(
          "S3", Code.STORE_FAILED, "S3 has no bucket " + bucket + "; run waybill provision", null);
    }
  }
}
