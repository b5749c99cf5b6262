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
import dev.waybill.Priority;
import dev.waybill.State;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
          optional("worker", TEXT, "Who holds the lease, while running."),
          optional("lease_until", TIME, "When the lease ends, while running."),
          required("tags", new Shape.Items(TEXT), "Its tags."),
          optional("requested_run_at", TIME, "The `run_at` that was asked for."),
          optional("delay", SPAN, "The delay that was asked for."),
          optional("deadline", TIME, "Not started after this time."),
          optional("timeout", SPAN, "How long one attempt may run."),
          optional("request_id", TEXT, "The caller's own key."),
          optional("correlation_id", TEXT, "Carried along."),
          optional("trace_context", TEXT, "The W3C `traceparent` of the caller."),
          optional("retry", new Shape.Part(RetryPolicyJson.SHAPE), "Its own policy."),
          optional("payload", ANY, "What it was given, where that is JSON."),
          optional("payload_base64", BASE64, "What it was given, otherwise."),
          optional("result", ANY, "What the worker answered, where that is JSON."),
          optional("result_base64", BASE64, "What the worker answered, otherwise."),
          optional("failure", new Shape.Part(FailureJson.SHAPE), "The last error."));

  /// The same where all but the id may be as in another job.
  private static final Shape BESIDE = SHAPE.requiring("id");

  /// What every leased job has, and many leased together have in common.
  private static final List<Usual<?>> USUAL =
      List.of(
          new Usual<>("tenant", Job::tenant, JsonOut::text),
          new Usual<>("queue", Job::queue, JsonOut::text),
          new Usual<>("type", Job::type, JsonOut::text),
          new Usual<>("state", Job::state, JsonOut::word),
          new Usual<>("priority", Job::priority, JsonOut::word),
          new Usual<>("attempt", Job::attempt, JsonOut::number),
          new Usual<>("generation", job -> job.progress().generation(), JsonOut::number),
          new Usual<>("errors", job -> job.progress().errors(), JsonOut::number),
          new Usual<>("crashes", job -> job.progress().crashes(), JsonOut::number),
          new Usual<>("cancel_requested", job -> job.progress().cancelRequested(), JsonOut::flag),
          new Usual<>("created_at", Job::createdAt, JsonOut::time),
          new Usual<>("run_at", job -> job.progress().runAt(), JsonOut::time),
          new Usual<>("updated_at", job -> job.progress().updatedAt(), JsonOut::time),
          new Usual<>("worker", job -> job.progress().worker(), JsonOut::text),
          new Usual<>("lease_until", job -> job.progress().leaseUntil(), JsonOut::time),
          new Usual<>("tags", job -> job.request().tags(), JsonOut::texts));

  private record Usual<T>(String name, Function<Job, @Nullable T> value, Writing<T> writing) {

    void write(JsonOut out, Job job, @Nullable Job beside) {
      T own = value.apply(job);
      if (own != null && (beside == null || !own.equals(value.apply(beside)))) {
        writing.write(out, name, own);
      }
    }
  }

  private interface Writing<T> {
    void write(JsonOut out, String name, T value);
  }

  private JobJson() {}

  public static Job read(JsonIn in) {
    return read(in, SHAPE, new JobFields());
  }

  /// Reads what [#writeBeside] wrote.
  static Job readBeside(JsonIn in, Job other) {
    return read(in, BESIDE, JobFields.usualOf(other));
  }

  private static Job read(JsonIn in, Shape shape, JobFields found) {
    in.object(shape, field -> found.read(in, field));
    return found.job();
  }

  public static void write(JsonOut out, Job job) {
    write(out, job, null);
  }

  /// Leaves out what is the same in another job that the reader knows. Both are leased.
  static void writeBeside(JsonOut out, Job job, Job other) {
    write(out, job, other);
  }

  private static void write(JsonOut out, Job job, @Nullable Job beside) {
    out.text("id", job.id().toString());
    USUAL.forEach(field -> field.write(out, job, beside));
    writeRequest(out, job.request());
    writeBytes(out, job);
  }

  private static void writeRequest(JsonOut out, NewJob request) {
    out.time("requested_run_at", request.runAt());
    out.span("delay", request.delay().isZero() ? null : request.delay());
    out.time("deadline", request.deadline());
    out.span("timeout", request.timeout());
    out.text("request_id", request.requestId());
    out.text("correlation_id", request.correlationId());
    out.text("trace_context", request.traceContext());
    NewJobJson.writeRetry(out, request.retry());
  }

  private static void writeBytes(JsonOut out, Job job) {
    out.payload("payload", job.payload().size() == 0 ? null : job.payload());
    out.payload("result", job.progress().result());
    job.failure()
        .ifPresent(failure -> out.object("failure", fields -> FailureJson.write(fields, failure)));
  }
}
