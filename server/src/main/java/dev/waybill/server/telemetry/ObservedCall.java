package dev.waybill.server.telemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import io.opentelemetry.context.Scope;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One call in progress: its duration, its trace, and its IDs for the log.
public final class ObservedCall {

  private static final ContextKey<ObservedCall> KEY = ContextKey.named("waybill-call");

  private final Calls calls;
  private final Span span;
  private final SpanContext caller;
  private final String traceId;
  private final Context context;
  private final long began = System.nanoTime();
  private final AtomicBoolean over = new AtomicBoolean();
  private final Map<String, String> ids = new ConcurrentHashMap<>(4);
  private final String method;
  private volatile @Nullable String route;

  /// @param caller the span in the headers of the call; may be invalid
  ObservedCall(Calls calls, Span span, SpanContext caller, String method) {
    this.calls = calls;
    this.span = span;
    this.caller = caller;
    this.method = method;
    this.traceId =
        span.getSpanContext().isValid() ? span.getSpanContext().getTraceId() : Calls.newTraceId();
    this.context = Context.root().with(span).with(KEY, this);
  }

  /// The call of the current thread.
  static @Nullable ObservedCall current() {
    return Context.current().get(KEY);
  }

  /// The span of the current thread's call; a no-op span if there is none.
  static Span currentSpan() {
    ObservedCall call = current();
    return call == null ? Span.getInvalid() : call.span;
  }

  /// The trace ID of the current call; empty if there is none.
  public static Optional<String> currentTraceId() {
    return Optional.ofNullable(current()).map(ObservedCall::traceId);
  }

  /// The W3C trace context of a job, event or message that the current call creates: its own, or
  /// else that of the caller, or else the span of the call. Null if there is none.
  ///
  /// @param own as the job, event or message says
  public static @Nullable String creationContext(@Nullable String own) {
    return own != null
        ? own
        : Optional.ofNullable(current()).flatMap(ObservedCall::origin).orElse(null);
  }

  private Optional<String> origin() {
    return traceparent(caller).or(() -> traceparent(span.getSpanContext()));
  }

  static Optional<String> traceparent(SpanContext span) {
    return span.isValid()
        ? Optional.of(
            "00-" + span.getTraceId() + "-" + span.getSpanId() + "-" + span.getTraceFlags().asHex())
        : Optional.empty();
  }

  /// The trace ID of the caller, or a new one.
  public String traceId() {
    return traceId;
  }

  /// Runs the call, or a part of it.
  public void during(Runnable answering) {
    try (Scope _ = context.makeCurrent()) {
      answering.run();
    }
  }

  public <T> T during(Supplier<T> answering) {
    try (Scope _ = context.makeCurrent()) {
      return answering.get();
    }
  }

  /// Sets the path template, once it is known.
  public void leadsTo(String template) {
    route = template;
    span.updateName(method + " " + template);
  }

  /// Adds an ID for the log, such as `tenant` or `job_id`.
  public void concerns(String name, String value) {
    ids.put(name, value);
  }

  Map<String, String> ids() {
    return ids;
  }

  /// Ends an HTTP call. Only the first end counts.
  public void answered(int status) {
    if (over.compareAndSet(false, true)) {
      end(calls.httpAnswered(method, route, status, elapsed()), status >= 500);
    }
  }

  /// Ends a gRPC call.
  ///
  /// @param failed true for a server error
  public void closed(String status, boolean failed) {
    if (over.compareAndSet(false, true)) {
      end(calls.grpcAnswered(method, status, elapsed()), failed);
    }
  }

  private long elapsed() {
    return System.nanoTime() - began;
  }

  private void end(Attributes result, boolean failed) {
    if (span.isRecording()) {
      span.setAllAttributes(result);
      ids.forEach((name, value) -> span.setAttribute("waybill." + name, value));
      if (failed) {
        span.setStatus(StatusCode.ERROR);
      }
    }
    span.end();
  }
}
