package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.BASE64;
import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.State;

public final class JobJson {

  public static final Shape SHAPE =
      Shape.of(
          "Job",
          "A job as it stands.",
          required("id", TEXT, "A UUIDv7."),
          required("tenant", TEXT, "Whom it belongs to."),
          required("queue", TEXT, "The queue it waits in."),
          required("type", TEXT, "What kind of work it is."),
          required("state", Shape.Words.of(State.class), "Where it is in its life."),
          required("priority", Shape.Words.of(Priority.class), "Its lane."),
          required("attempt", WHOLE, "The number of the current or next lease; only grows."),
          required("generation", WHOLE, "How often it was retried or redriven after its end."),
          required("errors", WHOLE, "Attempts of this generation that ended in an error."),
          required("crashes", WHOLE, "Leases of this generation that lapsed."),
          required("cancel_requested", FLAG, "Its worker was asked to stop it."),
          required("created_at", TIME, "When it was accepted."),
          required("run_at", TIME, "The time from which it may start."),
          required("updated_at", TIME, "When it last changed."),
          optional("requested_run_at", TIME, "The `run_at` that was asked for."),
          optional("delay", SPAN, "The delay that was asked for."),
          optional("deadline", TIME, "Not started after this time."),
          optional("timeout", SPAN, "How long one attempt may run."),
          optional("request_id", TEXT, "The caller's own key."),
          optional("correlation_id", TEXT, "Carried along."),
          optional("trace_context", TEXT, "The W3C `traceparent` of the caller."),
          required("tags", new Shape.Items(TEXT), "Its tags."),
          optional("retry", new Shape.Part(RetryPolicyJson.SHAPE), "Its own policy."),
          optional("worker", TEXT, "Who holds the lease, while running."),
          optional("lease_until", TIME, "When the lease ends, while running."),
          optional("payload", ANY, "What it was given, where that is JSON."),
          optional("payload_base64", BASE64, "What it was given, otherwise."),
          optional("result", ANY, "What the worker answered, where that is JSON."),
          optional("result_base64", BASE64, "What the worker answered, otherwise."),
          optional("failure", new Shape.Part(FailureJson.SHAPE), "The last error."));

  private JobJson() {}

  public static Job read(JsonIn in) {
    JobFields found = new JobFields();
    in.object(SHAPE, field -> found.read(in, field));
    return found.job();
  }

  public static void write(JsonOut out, Job job) {
    out.text("id", job.id().toString());
    out.text("tenant", job.tenant());
    out.text("queue", job.queue());
    out.text("type", job.type());
    writeProgress(out, job);
    writeRequest(out, job.request());
    writeBytes(out, job);
  }

  private static void writeProgress(JsonOut out, Job job) {
    Job.Progress progress = job.progress();
    out.word("state", progress.state());
    out.word("priority", job.priority());
    out.number("attempt", progress.attempt());
    out.number("generation", progress.generation());
    out.number("errors", progress.errors());
    out.number("crashes", progress.crashes());
    out.flag("cancel_requested", progress.cancelRequested());
    out.time("created_at", job.createdAt());
    out.time("run_at", progress.runAt());
    out.time("updated_at", progress.updatedAt());
    out.text("worker", progress.worker());
    out.time("lease_until", progress.leaseUntil());
  }

  private static void writeRequest(JsonOut out, NewJob request) {
    out.time("requested_run_at", request.runAt());
    out.span("delay", request.delay().isZero() ? null : request.delay());
    out.time("deadline", request.deadline());
    out.span("timeout", request.timeout());
    out.text("request_id", request.requestId());
    out.text("correlation_id", request.correlationId());
    out.text("trace_context", request.traceContext());
    out.texts("tags", request.tags());
    NewJobJson.writeRetry(out, request.retry());
  }

  private static void writeBytes(JsonOut out, Job job) {
    out.payload("payload", job.payload().size() == 0 ? null : job.payload());
    out.payload("result", job.progress().result());
    job.failure()
        .ifPresent(failure -> out.object("failure", fields -> FailureJson.write(fields, failure)));
  }

  /// Whether a payload or result is shown as JSON.
  public static boolean isJson(Payload payload) {
    return Json.isValue(payload.bytesWithoutCopy());
  }
}
