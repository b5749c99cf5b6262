package dev.waybill.mcp;

import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.count;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.JobAction;
import dev.waybill.JobFilter;
import dev.waybill.service.BulkWalk;
import dev.waybill.wire.job.JobFilterJson;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;

/// A bulk change that was planned and not applied yet.
///
/// @param matching the number of jobs that match
/// @param hash the digest of the tenant, the request, the time of expiry and the matching jobs
record BulkPlan(BulkWalk.Request request, long matching, Instant expiresAt, String hash) {

  private static final int FASTEST = 1_000_000;

  static final Document<BulkWalk.Request> REQUEST = requestDocument();
  static final Document<BulkPlan> DOCUMENT = planDocument();

  private static Document<BulkWalk.Request> requestDocument() {
    Fields<BulkWalk.Request> fields =
        Fields.of("BulkPlanRequest", "A change of all jobs that match.");
    Slot.Of<JobAction> action =
        fields.required(
            "action", word(JobAction.class), BulkWalk.Request::action, "What to do to each job.");
    Slot.Of<JobFilter> filter =
        fields.required(
            "filter",
            JobFilterJson.DOCUMENT,
            BulkWalk.Request::filter,
            "Which jobs to change; an empty object for all that allow the action.");
    Slot.Maybe<Integer> rate =
        fields.optional(
            "rate_per_second",
            count(1, FASTEST),
            request -> request.ratePerSecond() == 0 ? null : request.ratePerSecond(),
            "Maximum number of jobs per second; the default is no limit.");
    return fields.make(
        in -> {
          Integer given = in.get(rate);
          return new BulkWalk.Request(in.get(action), in.get(filter), given == null ? 0 : given);
        });
  }

  private static Document<BulkPlan> planDocument() {
    Fields<BulkPlan> fields = Fields.of("BulkPlan", "A planned bulk change.");
    Slot.Included<BulkWalk.Request> request = fields.include(REQUEST, BulkPlan::request);
    Slot.Whole matching =
        fields.whole("matching", BulkPlan::matching, "Number of jobs that matched.");
    Slot.Of<Instant> expires =
        fields.required("expires_at", TIME, BulkPlan::expiresAt, "When the plan expires.");
    Slot.Of<String> hash =
        fields.text("hash", BulkPlan::hash, "Hash of the plan and of the jobs that matched.");
    return fields.make(
        in -> new BulkPlan(in.get(request), in.get(matching), in.get(expires), in.get(hash)));
  }
}
