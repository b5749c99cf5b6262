package dev.waybill.tracing;

import dev.waybill.Enqueued;
import dev.waybill.Job;
import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.Recent;
import dev.waybill.TaskToken;
import dev.waybill.Waybill;
import dev.waybill.worker.Handler;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Spans for the two sides of a job, named as the OpenTelemetry conventions for messaging say.
///
/// A worker has its own trace for every attempt, **linked** to whoever made the job: a job may run
/// days later and many times, and would make the trace of its maker endless. Use both of:
///
/// - [#source] around what the worker leases from, and
/// - [#handler] around what it does.
public final class Tracing {

  static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  static final AttributeKey<String> OPERATION = AttributeKey.stringKey("messaging.operation.name");
  static final AttributeKey<String> KIND = AttributeKey.stringKey("messaging.operation.type");
  static final AttributeKey<String> QUEUE = AttributeKey.stringKey("messaging.destination.name");
  static final AttributeKey<String> JOB = AttributeKey.stringKey("messaging.message.id");
  static final AttributeKey<String> TYPE = AttributeKey.stringKey("waybill.job.type");
  static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private static final int MOST_ATTEMPTS = 10_000;

  private final Tracer tracer;

  /// The attempts that run now, so that calls on them from any thread find their span. An attempt
  /// whose lease was lost is never settled, so those not used for long are dropped.
  private final Recent<TaskToken, TracedAttempt> running = new Recent<>(MOST_ATTEMPTS);

  private Tracing(Tracer tracer) {
    this.tracer = tracer;
  }

  public static Tracing of(OpenTelemetry telemetry) {
    return of(telemetry.getTracer("dev.waybill"));
  }

  public static Tracing of(Tracer tracer) {
    return new Tracing(tracer);
  }

  /// The same source, with a span `receive <queue>` around each call that leases jobs. What is
  /// published and settled through it belongs to the span of its attempt.
  public JobSource source(JobSource source) {
    return new TracedSource(source, this);
  }

  /// The same handler, with a span `process <queue>` around it.
  public Handler handler(Handler handler) {
    return new TracedHandler(handler, this);
  }

  /// Enqueues within a span `send <queue>`, which the job keeps unless it has a context already.
  public Enqueued enqueue(Waybill waybill, NewJob job) {
    Span span = span("send", "send", SpanKind.PRODUCER, job.queue()).startSpan();
    span.setAttribute(TYPE, job.type());
    try (Scope _ = span.makeCurrent()) {
      String context = job.traceContext();
      NewJob traced =
          context != null
              ? job
              : job.toBuilder().traceContext(Traceparent.current().orElse(null)).build();
      Enqueued enqueued = waybill.enqueue(traced);
      span.setAttribute(JOB, enqueued.id().toString());
      return enqueued;
    } catch (RuntimeException failed) {
      span.setStatus(StatusCode.ERROR).setAttribute(ERROR, failed.getClass().getName());
      throw failed;
    } finally {
      span.end();
    }
  }

  SpanBuilder span(String name, String type, SpanKind kind, String queue) {
    return tracer
        .spanBuilder(name + " " + queue)
        .setSpanKind(kind)
        .setAttribute(SYSTEM, "waybill")
        .setAttribute(OPERATION, name)
        .setAttribute(KIND, type)
        .setAttribute(QUEUE, queue);
  }

  /// @param queue null for a call on attempts of several queues
  SpanBuilder settle(@Nullable String queue) {
    if (queue != null) {
      return span("settle", "settle", SpanKind.CLIENT, queue);
    }
    return tracer
        .spanBuilder("settle")
        .setSpanKind(SpanKind.CLIENT)
        .setAttribute(SYSTEM, "waybill")
        .setAttribute(OPERATION, "settle")
        .setAttribute(KIND, "settle");
  }

  void received(Lease lease, Span receive) {
    running.put(
        lease.token(),
        new TracedAttempt(lease.job().queue(), receive.getSpanContext(), Span.getInvalid()));
  }

  /// Answers what is known of the attempt from its lease.
  TracedAttempt begins(TaskToken token, Job job) {
    TracedAttempt known = running.find(token).orElse(null);
    return known != null
        ? known
        : new TracedAttempt(job.queue(), SpanContext.getInvalid(), Span.getInvalid());
  }

  void runs(TaskToken token, TracedAttempt attempt) {
    running.put(token, attempt);
  }

  /// The handler ends before its outcome is sent, so the span is known until that is done.
  void ended(TaskToken token) {
    running.remove(token);
  }

  Optional<TracedAttempt> attempt(TaskToken token) {
    return running.find(token);
  }

  Span spanOf(TaskToken token) {
    return attempt(token).map(TracedAttempt::span).orElse(Span.getInvalid());
  }
}
