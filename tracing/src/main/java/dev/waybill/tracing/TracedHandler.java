package dev.waybill.tracing;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Task;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.stream.Stream;

/// Runs a handler with a span around each attempt.
final class TracedHandler implements Handler {

  private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("waybill.job.attempt");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("waybill.outcome");
  private static final AttributeKey<String> CONVERSATION =
      AttributeKey.stringKey("messaging.message.conversation_id");

  private final Handler handler;
  private final Tracing tracing;

  TracedHandler(Handler handler, Tracing tracing) {
    this.handler = handler;
    this.tracing = tracing;
  }

  @Override
  public Outcome handle(Task task) throws Exception {
    TracedAttempt attempt = tracing.begins(task.token(), task.job());
    Span span = begin(task.job(), attempt.receive());
    tracing.runs(task.token(), attempt.runsIn(span));
    try (Scope _ = span.makeCurrent()) {
      Outcome outcome = handler.handle(new TracedTask(task, span.getSpanContext()));
      tell(span, outcome);
      return outcome;
    } catch (Throwable thrown) {
      fail(span, thrown.getClass().getName(), String.valueOf(thrown.getMessage()));
      throw thrown;
    } finally {
      span.end();
    }
  }

  private Span begin(Job job, SpanContext receive) {
    SpanBuilder span =
        tracing
            .span("process", "process", SpanKind.CONSUMER, job.queue())
            .setParent(Context.root())
            .setAttribute(Tracing.JOB, job.id().toString())
            .setAttribute(Tracing.TYPE, job.type())
            .setAttribute(ATTEMPT, (long) job.attempt());
    if (job.request().correlationId() != null) {
      span.setAttribute(CONVERSATION, job.request().correlationId());
    }
    SpanContext producer = Traceparent.read(job.request().traceContext());
    Stream.of(producer, receive).filter(SpanContext::isValid).forEach(span::addLink);
    return span.startSpan();
  }

  private static void tell(Span span, Outcome outcome) {
    switch (outcome) {
      case Outcome.Done _ -> span.setAttribute(OUTCOME, "done");
      case Outcome.Snooze _ -> span.setAttribute(OUTCOME, "snooze");
      case Outcome.Release _ -> span.setAttribute(OUTCOME, "release");
      case Outcome.Retry(Failure failure, var _) -> {
        span.setAttribute(OUTCOME, "retry");
        fail(span, failure.errorClass(), failure.message());
      }
      case Outcome.Fail(Failure failure) -> {
        span.setAttribute(OUTCOME, "fail");
        fail(span, failure.errorClass(), failure.message());
      }
      case Outcome.Reject(Failure failure) -> {
        span.setAttribute(OUTCOME, "reject");
        fail(span, failure.errorClass(), failure.message());
      }
    }
  }

  private static void fail(Span span, String type, String message) {
    span.setStatus(StatusCode.ERROR, message).setAttribute(Tracing.ERROR, type);
  }
}
