package dev.waybill.backend.aws;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.aws.job.JobPlan;
import dev.waybill.backend.aws.ledger.AwsLedger;
import dev.waybill.backend.aws.link.AwsLayout;
import dev.waybill.backend.aws.link.AwsLink;
import dev.waybill.backend.aws.link.Buckets;
import dev.waybill.backend.aws.link.TablePlan;
import dev.waybill.backend.aws.link.Tables;
import java.util.ArrayList;
import java.util.List;

/// The tables and the bucket that a server needs before it starts.
final class AwsResources {

  private final AwsLink link;
  private final Tables tables;
  private final Buckets buckets;

  AwsResources(AwsLink link) {
    this.link = link;
    this.tables = new Tables(link);
    this.buckets = new Buckets(link);
  }

  static List<TablePlan> tables(AwsLayout layout) {
    List<TablePlan> plans = new ArrayList<>(JobPlan.tables(layout));
    plans.addAll(AwsLedger.plans(layout));
    return plans;
  }

  /// Creates what is missing, or fails if the settings do not allow that.
  void ensure() {
    for (TablePlan plan : tables(link.layout())) {
      if (tables.find(plan.name()).isEmpty()) {
        requireCreate("table " + plan.name());
        tables.create(plan);
      }
    }
    String bucket = link.layout().bucket();
    if (!buckets.exists(bucket)) {
      requireCreate("bucket " + bucket);
      buckets.create(bucket);
    }
  }

  private void requireCreate(String what) {
    if (!link.config().create()) {
      throw new WaybillException(
          Code.STORE_FAILED,
          "the "
              + what
              + " does not exist; run \"waybill provision\" or set store.aws.create to true");
    }
  }
}
