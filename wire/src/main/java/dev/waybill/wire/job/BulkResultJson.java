package dev.waybill.wire.job;

import dev.waybill.result.BulkResult;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;

public final class BulkResultJson {

  private static final Fields<BulkResult> FIELDS =
      Fields.of("BulkResult", "The result of a bulk change.");
  private static final Slot.Whole CHANGED =
      FIELDS.whole("changed", BulkResult::changed, "Number of jobs changed.");
  private static final Slot.Whole SKIPPED =
      FIELDS.whole(
          "skipped",
          BulkResult::skipped,
          "Number of jobs that changed before the action reached them.");

  public static final Document<BulkResult> DOCUMENT =
      FIELDS.make(in -> new BulkResult(in.get(CHANGED), in.get(SKIPPED)));

  private BulkResultJson() {}
}
