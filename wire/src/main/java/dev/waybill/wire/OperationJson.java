package dev.waybill.wire;

import static dev.waybill.wire.Codecs.FLAG;
import static dev.waybill.wire.Codecs.TEXT;
import static dev.waybill.wire.Codecs.WHOLE;
import static dev.waybill.wire.Codecs.word;

import dev.waybill.JobAction;
import dev.waybill.JobFilter;
import org.jspecify.annotations.Nullable;

/// A bulk operation on jobs.
///
/// @param total how many jobs matched at the start, once they are counted
/// @param isLowerBound whether `total` is a lower bound
/// @param rate maximum number of jobs per second
/// @param problem why it failed
public record OperationJson(
    String id,
    JobAction action,
    JobFilter filter,
    Progress state,
    long changed,
    long skipped,
    @Nullable Long total,
    @Nullable Boolean isLowerBound,
    @Nullable Long rate,
    @Nullable String problem) {

  public enum Progress {
    RUNNING,
    FINISHED,
    CANCELLED,
    FAILED
  }

  private static final Fields<OperationJson> FIELDS =
      Fields.of("Operation", "A bulk operation on jobs.");
  private static final Slot.Of<String> ID = FIELDS.text("id", OperationJson::id, "Its ID.");
  private static final Slot.Of<JobAction> ACTION =
      FIELDS.required(
          "action", word(JobAction.class), OperationJson::action, "What it does to each job.");
  private static final Slot.Of<JobFilter> FILTER =
      FIELDS.required(
          "filter", JobFilterJson.DOCUMENT, OperationJson::filter, "Which jobs it changes.");
  private static final Slot.Of<Progress> STATE =
      FIELDS.required("state", word(Progress.class), OperationJson::state, "Its state.");
  private static final Slot.Whole CHANGED =
      FIELDS.whole("changed", OperationJson::changed, "Number of jobs changed so far.");
  private static final Slot.Whole SKIPPED =
      FIELDS.whole(
          "skipped",
          OperationJson::skipped,
          "Number of jobs that no longer matched at their turn.");
  private static final Slot.Maybe<Long> TOTAL =
      FIELDS.optional(
          "total",
          WHOLE,
          OperationJson::total,
          "Number of jobs that matched at the start, once counted.");
  private static final Slot.Maybe<Boolean> IS_LOWER_BOUND =
      FIELDS.optional(
          "total_is_lower_bound",
          FLAG,
          OperationJson::isLowerBound,
          "Whether `total` is a lower bound.");
  private static final Slot.Maybe<Long> RATE =
      FIELDS.optional(
          "rate_per_second", WHOLE, OperationJson::rate, "Maximum number of jobs per second.");
  private static final Slot.Maybe<String> PROBLEM =
      FIELDS.optional("problem", TEXT, OperationJson::problem, "Why it failed.");

  public static final Document<OperationJson> DOCUMENT =
      FIELDS.make(
          in ->
              new OperationJson(
                  in.get(ID),
                  in.get(ACTION),
                  in.get(FILTER),
                  in.get(STATE),
                  in.get(CHANGED),
                  in.get(SKIPPED),
                  in.get(TOTAL),
                  in.get(IS_LOWER_BOUND),
                  in.get(RATE),
                  in.get(PROBLEM)));
}
