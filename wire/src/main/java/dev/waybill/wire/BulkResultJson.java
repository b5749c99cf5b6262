package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.required;

import dev.waybill.BulkResult;

public final class BulkResultJson {

  public static final Shape SHAPE =
      Shape.of(
          "BulkResult",
          "What a change of many jobs did.",
          required("changed", WHOLE, "Jobs that were changed."),
          required("skipped", WHOLE, "Jobs that had moved on by the time their turn came."));

  private BulkResultJson() {}

  public static BulkResult read(JsonIn in) {
    var found =
        new Object() {
          long changed;
          long skipped;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "changed" -> found.changed = in.whole(0, Long.MAX_VALUE);
            case "skipped" -> found.skipped = in.whole(0, Long.MAX_VALUE);
            default -> throw in.unread(field);
          }
        });
    return new BulkResult(found.changed, found.skipped);
  }

  public static void write(JsonOut out, BulkResult result) {
    out.number("changed", result.changed());
    out.number("skipped", result.skipped());
  }
}
