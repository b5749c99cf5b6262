package dev.waybill.client;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.BulkResult;
import dev.waybill.wire.JobFilterJson;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.Shape;

/// How far a change of many jobs is.
///
/// @param problem why it failed, or empty
record OperationState(String id, Progress progress, BulkResult result, String problem) {

  enum Progress {
    RUNNING,
    FINISHED,
    CANCELLED,
    FAILED
  }

  private static final Shape SHAPE =
      Shape.of(
          "Operation",
          "A change of many jobs.",
          required("id", TEXT, "Its name."),
          required("action", TEXT, "What is done."),
          required("filter", new Shape.Part(JobFilterJson.SHAPE), "To which jobs."),
          required("state", Shape.Words.of(Progress.class), "How far it is."),
          required("changed", WHOLE, "Jobs that were changed so far."),
          required("skipped", WHOLE, "Jobs that had moved on."),
          optional("total", WHOLE, "Jobs that matched at the start."),
          optional("total_is_lower_bound", FLAG, "There were this many or more."),
          optional("rate_per_second", WHOLE, "How many a second at most."),
          optional("problem", TEXT, "Why it failed."));

  static OperationState read(JsonIn in) {
    var found =
        new Object() {
          String id = "";
          Progress progress = Progress.RUNNING;
          long changed;
          long skipped;
          String problem = "";
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "id" -> found.id = in.text();
            case "state" -> found.progress = in.word(Progress.class);
            case "changed" -> found.changed = in.whole(0, Long.MAX_VALUE);
            case "skipped" -> found.skipped = in.whole(0, Long.MAX_VALUE);
            case "problem" -> found.problem = in.text();
            default -> in.raw();
          }
        });
    BulkResult result = new BulkResult(found.changed, found.skipped);
    return new OperationState(found.id, found.progress, result, found.problem);
  }
}
