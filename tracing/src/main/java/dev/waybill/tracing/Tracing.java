package dev.waybill.tracing;

import dev.waybill.Job;
import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.TaskToken;
import dev.waybill.Waybill;
import dev.waybill.base.Recent;
import dev.waybill.result.Enqueued;
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

/// Spans for producers and workers, named by the OpenTelemetry messaging conventions.
///
/// Each attempt has its own trace, **linked** to the producer of the job: a job may run days later
/// and many times, which would make the trace of the producer endless. A worker needs both:
///
/// - [#source] around its job source, and
/// - [#handler] around its handler.
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

  /// Running attempts, so that calls from any thread find their span. An attempt that lost its
  /// lease is never settled, so the least recently used entries are dropped.
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

  /// Wraps a source: each call that leases jobs has a span `receive <queue>`. Events and
  /// settlements belong to the span of their attempt.
  public JobSource source(JobSource source) {
    return new TracedSource(source, this);
  }

  /// Wraps a handler: each attempt has a span `process <queue>`.
  public Handler handler(Handler handler) {
    return new TracedHandler(handler, this);
  }

  /// Enqueues a job in a span `send <queue>`. The job keeps its own trace context if it has one.
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

  /// @param queue null if the call settles attempts of several queues
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

  /// Returns the entry that was created when the job was leased.
  TracedAttempt begins(TaskToken token, Job job) {
    TracedAttempt known = running.find(token).orElse(null);
    return known != null
        ? known
        : new TracedAttempt(job.queue(), SpanContext.getInvalid(), Span.getInvalid());
  }

  void runs(TaskToken token, TracedAttempt attempt) {
    running.put(token, attempt);
  }

  /// The outcome is sent after the handler returns, so the span is kept until then.
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
