package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.SPAN;

import dev.waybill.result.ExtendResult;
import dev.waybill.result.Extended;
import dev.waybill.result.Refused;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.ListJson;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Duration;
import java.util.List;

public final class ExtendResultJson {

  private static final Fields<Extended> LEASE = Fields.of("Extended", "A lease that was extended.");
  private static final Slot.Of<Duration> REMAINING =
      LEASE.required(
          "remaining", SPAN, Extended::remaining, "The lease lasts at least this long from now.");
  private static final Slot.Flag CANCEL_REQUESTED =
      LEASE.flag("cancel_requested", Extended::cancelRequested, "The worker should stop the job.");

  private static final Fields<ExtendResult> FIELDS =
      Fields.of("ExtendResult", "How long the lease lasts now, or `error`.");
  private static final Slot.Included<Extended> EXTENDED =
      FIELDS.includeSome(
          LEASE.make(in -> new Extended(in.get(REMAINING), in.get(CANCEL_REQUESTED))),
          result -> result instanceof Extended extended ? extended : null);
  private static final Slot.Maybe<Refused> ERROR =
      RefusedJson.field(FIELDS, result -> result instanceof Refused refused ? refused : null);

  public static final Document<ExtendResult> DOCUMENT = FIELDS.make(ExtendResultJson::result);

  public static final Document<List<ExtendResult>> LIST =
      ListJson.of(
          "ExtendResults",
          "One result per lease, in order.",
          "results",
          DOCUMENT,
          Integer.MAX_VALUE);

  private ExtendResultJson() {}

  private static ExtendResult result(Values in) {
    Refused refused = in.get(ERROR);
    return refused != null ? refused : in.get(EXTENDED);
  }
}
