package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.FLAG;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.WHOLE;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobAction;
import dev.waybill.JobFilter;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import org.jspecify.annotations.Nullable;

/// A bulk operation on jobs.
///
/// @param problem why it failed
public record OperationJson(
    String id, Request request, Progress state, Counts counts, @Nullable String problem) {

  /// @param rate maximum number of jobs per second, or null for no limit
  public record Request(JobAction action, JobFilter filter, @Nullable Long rate) {}

  /// @param total the number of jobs that matched at the start, or null until they are counted
  /// @param isLowerBound whether `total` is a lower bound
  public record Counts(
      long changed, long skipped, @Nullable Long total, @Nullable Boolean isLowerBound) {}

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
          "action",
          word(JobAction.class),
          one -> one.request().action(),
          "What it does to each job.");
  private static final Slot.Of<JobFilter> FILTER =
      FIELDS.required(
          "filter",
          JobFilterJson.DOCUMENT,
          one -> one.request().filter(),
          "Which jobs it changes.");
  private static final Slot.Of<Progress> STATE =
      FIELDS.required("state", word(Progress.class), OperationJson::state, "Its state.");
  private static final Slot.Whole CHANGED =
      FIELDS.whole("changed", one -> one.counts().changed(), "Number of jobs changed so far.");
  private static final Slot.Whole SKIPPED =
      FIELDS.whole(
          "skipped",
          one -> one.counts().skipped(),
          "Number of jobs that changed before the action reached them.");
  private static final Slot.Maybe<Long> TOTAL =
      FIELDS.optional(
          "total",
          WHOLE,
          one -> one.counts().total(),
          "Number of jobs that matched at the start, once counted.");
  private static final Slot.Maybe<Boolean> IS_LOWER_BOUND =
      FIELDS.optional(
          "total_is_lower_bound",
          FLAG,
          one -> one.counts().isLowerBound(),
          "Whether `total` is a lower bound.");
  private static final Slot.Maybe<Long> RATE =
      FIELDS.optional(
          "rate_per_second",
          WHOLE,
          one -> one.request().rate(),
          "Maximum number of jobs per second.");
  private static final Slot.Maybe<String> PROBLEM =
      FIELDS.optional("problem", TEXT, OperationJson::problem, "Why it failed.");

  public static final Document<OperationJson> DOCUMENT =
      FIELDS.make(
          in ->
              new OperationJson(
                  in.get(ID),
                  new Request(in.get(ACTION), in.get(FILTER), in.get(RATE)),
                  in.get(STATE),
                  new Counts(
                      in.get(CHANGED), in.get(SKIPPED), in.get(TOTAL), in.get(IS_LOWER_BOUND)),
                  in.get(PROBLEM)));
}
