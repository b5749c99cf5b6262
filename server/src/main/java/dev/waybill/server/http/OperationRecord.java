package dev.waybill.server.http;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.JobFilter;
import dev.waybill.wire.JobFilterJson;
import dev.waybill.wire.JsonIn;
import dev.waybill.wire.JsonOut;
import dev.waybill.wire.Shape;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A bulk operation as it stood at some time: what callers see of it, and what a server needs to
/// go on with it after a restart.
///
/// @param problem why it failed
/// @param at when it stood so
record OperationRecord(
    String tenant,
    String id,
    OperationRequest request,
    Progress state,
    Counts counts,
    Place place,
    @Nullable String problem,
    Instant at) {

  enum Progress {
    RUNNING,
    FINISHED,
    CANCELLED,
    FAILED
  }

  /// @param total jobs that matched at the start, or null until they are counted
  record Counts(long changed, long skipped, @Nullable Matching total) {

    static final Counts NONE = new Counts(0, 0, null);
  }

  /// How far it has come and who carries it out.
  ///
  /// @param cursor of the page of jobs to go on with, or null for the first
  /// @param turn how many servers have carried it out, one after the other
  /// @param released whether the last of them has put it down
  record Place(@Nullable String cursor, int turn, boolean released) {

    static final Place START = new Place(null, 1, false);
  }

  static final Shape SHAPE =
      Shape.of(
          "Operation",
          "A bulk operation on jobs.",
          required("id", TEXT, "Its ID."),
          required("action", Shape.Words.of(BulkAction.class), "What it does to each job."),
          required("filter", new Shape.Part(JobFilterJson.SHAPE), "Which jobs it changes."),
          required("state", Shape.Words.of(Progress.class), "Its state."),
          required("changed", WHOLE, "Number of jobs changed so far."),
          required("skipped", WHOLE, "Number of jobs that no longer matched at their turn."),
          optional("total", WHOLE, "Number of jobs that matched at the start, once counted."),
          optional("total_is_lower_bound", FLAG, "Whether `total` is a lower bound."),
          optional("rate_per_second", WHOLE, "Maximum number of jobs per second."),
          optional("problem", TEXT, "Why it failed."));

  private static final Shape STORED =
      Shape.of(
          "StoredOperation",
          "A bulk operation with what a server needs to go on with it.",
          required("tenant", TEXT, "Whose jobs."),
          required("id", TEXT, "Its ID."),
          required("action", Shape.Words.of(BulkAction.class), "What it does to each job."),
          required("filter", new Shape.Part(JobFilterJson.SHAPE), "Which jobs it changes."),
          required("state", Shape.Words.of(Progress.class), "Its state."),
          required("changed", WHOLE, "Number of jobs changed so far."),
          required("skipped", WHOLE, "Number of jobs that no longer matched at their turn."),
          optional("total", WHOLE, "Number of jobs that matched at the start, once counted."),
          optional("total_is_lower_bound", FLAG, "Whether `total` is a lower bound."),
          optional("rate_per_second", WHOLE, "Maximum number of jobs per second."),
          optional("problem", TEXT, "Why it failed."),
          optional("cursor", TEXT, "The page of jobs to go on with."),
          required("turn", WHOLE, "How many servers have carried it out."),
          required("released", FLAG, "Whether the last of them has put it down."),
          required("at", TIME, "When it stood so."));

  private static final Shape CANCELLATION =
      Shape.of(
          "OperationCancellation",
          "A bulk operation is to stop.",
          required("tenant", TEXT, "Whose jobs."),
          required("id", TEXT, "Its ID."));

  boolean isRunning() {
    return state == Progress.RUNNING;
  }

  /// The same, later.
  OperationRecord now(Progress next, Counts counted, Place reached, Instant time) {
    return new OperationRecord(tenant, id, request, next, counted, reached, problem, time);
  }

  OperationRecord failed(String why, Instant time) {
    return new OperationRecord(tenant, id, request, Progress.FAILED, counts, place, why, time);
  }

  /// What callers see.
  void write(JsonOut out) {
    out.text("id", id);
    out.word("action", request.action());
    out.object("filter", fields -> JobFilterJson.write(fields, request.filter()));
    out.word("state", state);
    out.number("changed", counts.changed());
    out.number("skipped", counts.skipped());
    Matching total = counts.total();
    if (total != null) {
      out.number("total", total.count());
      out.flag("total_is_lower_bound", total.isLowerBound());
    }
    if (request.ratePerSecond() > 0) {
      out.number("rate_per_second", request.ratePerSecond());
    }
    out.text("problem", problem);
  }

  byte[] stored() {
    return JsonOut.write(
        out -> {
          out.text("tenant", tenant);
          write(out);
          out.text("cursor", place.cursor());
          out.number("turn", place.turn());
          out.flag("released", place.released());
          out.time("at", at);
        });
  }

  /// Which operation is to be cancelled.
  static OperationBook.Key readKey(byte[] stored) {
    var found =
        new Object() {
          String tenant = "";
          String id = "";
        };
    return JsonIn.read(
        stored,
        in -> {
          in.object(
              CANCELLATION,
              field -> {
                if (field.equals("tenant")) {
                  found.tenant = in.text();
                } else {
                  found.id = in.text();
                }
              });
          return new OperationBook.Key(found.tenant, found.id);
        });
  }

  static OperationRecord read(byte[] stored) {
    return JsonIn.read(stored, in -> new Reading(in).record());
  }

  /// The fields of a stored record as they come.
  private static final class Reading {

    private final JsonIn in;
    private String tenant = "";
    private String id = "";
    private BulkAction action = BulkAction.CANCEL;
    private JobFilter filter = JobFilter.ALL;
    private int rate;
    private Progress state = Progress.RUNNING;
    private long changed;
    private long skipped;
    private @Nullable Long total;
    private boolean isLowerBound;
    private @Nullable String problem;
    private @Nullable String cursor;
    private int turn;
    private boolean released;
    private Instant at = Instant.EPOCH;

    Reading(JsonIn in) {
      this.in = in;
    }

    OperationRecord record() {
      in.object(STORED, this::field);
      Matching matching = total == null ? null : new Matching(total, isLowerBound);
      return new OperationRecord(
          tenant,
          id,
          new OperationRequest(action, filter, false, rate),
          state,
          new Counts(changed, skipped, matching),
          new Place(cursor, turn, released),
          problem,
          at);
    }

    private void field(String name) {
      switch (name) {
        case "tenant" -> tenant = in.text();
        case "id" -> id = in.text();
        case "action" -> action = in.word(BulkAction.class);
        case "filter" -> filter = JobFilterJson.read(in);
        case "state" -> state = in.word(Progress.class);
        case "changed" -> changed = number();
        case "skipped" -> skipped = number();
        case "total" -> total = number();
        case "total_is_lower_bound" -> isLowerBound = in.flag();
        case "rate_per_second" -> rate = (int) in.whole(0, Integer.MAX_VALUE);
        case "problem" -> problem = in.text();
        case "cursor" -> cursor = in.text();
        case "turn" -> turn = (int) in.whole(0, Integer.MAX_VALUE);
        case "released" -> released = in.flag();
        case "at" -> at = in.time();
        default -> throw in.error("unknown_field", name);
      }
    }

    private long number() {
      return in.whole(0, Long.MAX_VALUE);
    }
  }
}
