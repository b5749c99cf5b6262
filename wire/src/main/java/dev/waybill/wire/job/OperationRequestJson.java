package dev.waybill.wire.job;

import static dev.waybill.wire.json.Codecs.FLAG;
import static dev.waybill.wire.json.Codecs.count;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobAction;
import dev.waybill.JobFilter;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import org.jspecify.annotations.Nullable;

/// A request to change all jobs that match.
///
/// @param preview whether to count the jobs only
/// @param rate maximum number of jobs per second, or null for no limit
public record OperationRequestJson(
    JobAction action, JobFilter filter, boolean preview, @Nullable Integer rate) {

  private static final int FASTEST = 1_000_000;

  private static final Fields<OperationRequestJson> FIELDS =
      Fields.of("OperationRequest", "A request to change all jobs that match.");
  private static final Slot.Of<JobAction> ACTION =
      FIELDS.required(
          "action", word(JobAction.class), OperationRequestJson::action, "What to do to each job.");
  private static final Slot.Of<JobFilter> FILTER =
      FIELDS.required(
          "filter",
          JobFilterJson.DOCUMENT,
          OperationRequestJson::filter,
          "Which jobs to change; `{}` for all.");
  private static final Slot.Of<Boolean> PREVIEW =
      FIELDS.or(
          false,
          "preview",
          FLAG,
          OperationRequestJson::preview,
          "Only count the jobs that match; default `false`.");
  private static final Slot.Maybe<Integer> RATE =
      FIELDS.optional(
          "rate_per_second",
          count(1, FASTEST),
          OperationRequestJson::rate,
          "Maximum number of jobs per second; default is no limit.");

  public static final Document<OperationRequestJson> DOCUMENT =
      FIELDS.make(
          in ->
              new OperationRequestJson(
                  in.get(ACTION), in.get(FILTER), in.get(PREVIEW), in.get(RATE)));
}
