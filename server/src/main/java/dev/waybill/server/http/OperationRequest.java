package dev.waybill.server.http;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.JobFilter;
import dev.waybill.wire.JobFilterJson;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.Shape;

/// A change of all jobs that match.
///
/// @param preview only say how many there are
/// @param ratePerSecond how many to change in a second at most; 0 for as many as can be
record OperationRequest(BulkAction action, JobFilter filter, boolean preview, int ratePerSecond) {

  private static final int FASTEST = 1_000_000;

  static final Shape SHAPE =
      Shape.of(
          "OperationRequest",
          "A change of all jobs that match.",
          required("action", Shape.Words.of(BulkAction.class), "What to do."),
          required("filter", new Shape.Part(JobFilterJson.SHAPE), "To which jobs; `{}` for all."),
          optional("preview", FLAG, "Only count what matches; `false`."),
          optional("rate_per_second", WHOLE, "At most so many a second; no limit if left out."));

  static OperationRequest read(JsonIn in) {
    var found =
        new Object() {
          BulkAction action = BulkAction.CANCEL;
          JobFilter filter = JobFilter.ALL;
          boolean preview;
          int rate;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "action" -> found.action = in.word(BulkAction.class);
            case "filter" -> found.filter = JobFilterJson.read(in);
            case "preview" -> found.preview = in.flag();
            case "rate_per_second" -> found.rate = (int) in.whole(1, FASTEST);
            default -> throw in.error("unknown_field", field);
          }
        });
    return new OperationRequest(
        found.action, found.action.among(found.filter), found.preview, found.rate);
  }
}
