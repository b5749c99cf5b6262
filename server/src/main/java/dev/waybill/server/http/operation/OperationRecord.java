package dev.waybill.server.http.operation;

import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;

import dev.waybill.server.http.routes.Matching;
import dev.waybill.service.BulkWalk;
import dev.waybill.wire.job.OperationJson;
import dev.waybill.wire.job.OperationJson.Progress;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The record of a bulk operation: what callers see, and what a server needs to continue it after a
/// restart.
///
/// @param problem why it failed
/// @param at the time of this record
public record OperationRecord(
    String tenant,
    String id,
    BulkWalk.Request request,
    Progress state,
    Counts counts,
    Checkpoint checkpoint,
    @Nullable String problem,
    Instant at) {

  /// @param total jobs that matched at the start, or null until they are counted
  public record Counts(long changed, long skipped, @Nullable Matching total) {

    public static final Counts NONE = new Counts(0, 0, null);
  }

  /// The progress of an operation, and its server.
  ///
  /// @param cursor the cursor of the next page of jobs, or null for the first
  /// @param turn the number of servers that have run it, one after the other
  /// @param released whether the last of them has stopped it
  public record Checkpoint(@Nullable String cursor, int turn, boolean released) {

    static final Checkpoint START = new Checkpoint(null, 1, false);
  }

  private static final Fields<OperationRecord> FIELDS =
      Fields.of("StoredOperation", "A bulk operation with its checkpoint, for the next server.");
  private static final Slot.Of<String> TENANT =
      FIELDS.text("tenant", OperationRecord::tenant, "Tenant of the jobs.");
  private static final Slot.Included<OperationJson> OPERATION =
      FIELDS.include(OperationJson.DOCUMENT, OperationRecord::shown);
  private static final Slot.Maybe<String> CURSOR =
      FIELDS.optional(
          "cursor", TEXT, record -> record.checkpoint().cursor(), "Page of jobs to continue with.");
  private static final Slot.Count TURN =
      FIELDS.count(
          "turn", record -> record.checkpoint().turn(), "How many servers have carried it out.");
  private static final Slot.Flag RELEASED =
      FIELDS.flag(
          "released",
          record -> record.checkpoint().released(),
          "Whether the last of them stopped.");
  private static final Slot.Of<Instant> AT =
      FIELDS.required("at", TIME, OperationRecord::at, "Time of this record.");

  /// The stored form.
  static final Document<OperationRecord> DOCUMENT = FIELDS.make(OperationRecord::of);

  public static OperationRecord started(
      String tenant, String id, BulkWalk.Request request, Instant time) {
    return new OperationRecord(
        tenant, id, request, Progress.RUNNING, Counts.NONE, Checkpoint.START, null, time);
  }

  boolean isRunning() {
    return state == Progress.RUNNING;
  }

  /// This record with later progress.
  public OperationRecord now(Progress next, Counts counted, Checkpoint reached, Instant time) {
    return new OperationRecord(tenant, id, request, next, counted, reached, problem, time);
  }

  OperationRecord failed(String why, Instant time) {
    return new OperationRecord(tenant, id, request, Progress.FAILED, counts, checkpoint, why, time);
  }

  /// The form for callers.
  public OperationJson shown() {
    Matching total = counts.total();
    int rate = request.ratePerSecond();
    return new OperationJson(
        id,
        new OperationJson.Request(
            request.action(), request.filter(), rate == 0 ? null : (long) rate),
        state,
        new OperationJson.Counts(
            counts.changed(),
            counts.skipped(),
            total == null ? null : total.count(),
            total == null ? null : total.isLowerBound()),
        problem);
  }

  private static OperationRecord of(Values in) {
    OperationJson seen = in.get(OPERATION);
    OperationJson.Request asked = seen.request();
    Long rate = asked.rate();
    return new OperationRecord(
        in.get(TENANT),
        seen.id(),
        new BulkWalk.Request(asked.action(), asked.filter(), rate == null ? 0 : rate.intValue()),
        seen.state(),
        new Counts(seen.counts().changed(), seen.counts().skipped(), matching(seen.counts())),
        new Checkpoint(in.get(CURSOR), in.get(TURN), in.get(RELEASED)),
        seen.problem(),
        in.get(AT));
  }

  private static @Nullable Matching matching(OperationJson.Counts seen) {
    Long total = seen.total();
    return total == null ? null : new Matching(total, Boolean.TRUE.equals(seen.isLowerBound()));
  }
}
