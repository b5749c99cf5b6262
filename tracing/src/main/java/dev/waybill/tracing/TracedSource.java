package dev.waybill.tracing;

import dev.waybill.Code;
import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import dev.waybill.WaybillException;
import dev.waybill.result.ExtendResult;
import dev.waybill.result.PublishResult;
import dev.waybill.result.SettleResult;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs calls for an attempt in the context of its span, on any thread. A call that leases jobs has
/// its own span, linked to the producers of the jobs. A call that settles one attempt is a child of
/// its span; a call that settles several has its own span, linked to theirs.
final class TracedSource implements JobSource {

  private static final AttributeKey<Long> COUNT =
      AttributeKey.longKey("messaging.batch.message_count");

  private final JobSource source;
  private final Tracing tracing;

  TracedSource(JobSource source, Tracing tracing) {
    this.source = source;
    this.tracing = tracing;
  }

  @Override
  public List<Lease> lease(LeaseRequest request) {
    Span span = tracing.span("receive", "receive", SpanKind.CLIENT, request.queue()).startSpan();
    try (Scope _ = span.makeCurrent()) {
      List<Lease> leases = source.lease(request);
      received(span, leases);
      return leases;
    } catch (WaybillException failed) {
      if (failed.code() != Code.INTERRUPTED) {
        span.setStatus(StatusCode.ERROR).setAttribute(Tracing.ERROR, failed.code().wire());
      }
      throw failed;
    } finally {
      span.end();
    }
  }

  private void received(Span span, List<Lease> leases) {
    span.setAttribute(COUNT, (long) leases.size());
    if (leases.size() == 1) {
      span.setAttribute(Tracing.JOB, leases.getFirst().job().id().toString());
    }
    for (Lease lease : leases) {
      SpanContext producer = Traceparent.read(lease.job().request().traceContext());
      if (producer.isValid()) {
        span.addLink(producer);
      }
      tracing.received(lease, span);
    }
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration leaseDuration) {
    return source.extend(tokens, leaseDuration);
  }

  @Override
  public PublishResult publish(TaskToken token, List<NewEvent> events) {
    try (Scope _ = tracing.spanOf(token).makeCurrent()) {
      return source.publish(token, events);
    }
  }

  @Override
  public List<SettleResult> settle(List<Settlement> settlements) {
    Span span = begin(settlements);
    try (Scope _ = span.makeCurrent()) {
      List<SettleResult> results = source.settle(settlements);
      settlements.forEach(settlement -> tracing.ended(settlement.token()));
      return results;
    } finally {
      span.end();
    }
  }

  private Span begin(List<Settlement> settlements) {
    List<TracedAttempt> known =
        settlements.stream()
            .flatMap(settlement -> tracing.attempt(settlement.token()).stream())
            .toList();
    SpanBuilder span = tracing.settle(queue(known)).setParent(Context.root());
    span.setAttribute(COUNT, (long) settlements.size());
    List<SpanContext> attempts =
        known.stream()
            .map(attempt -> attempt.span().getSpanContext())
            .filter(SpanContext::isValid)
            .toList();
    if (attempts.size() == 1) {
      span.setParent(Context.root().with(Span.wrap(attempts.getFirst())));
    } else {
      attempts.forEach(span::addLink);
    }
    return span.startSpan();
  }

  /// The common queue of the attempts; null if there are several queues or none is known.
  private static @Nullable String queue(List<TracedAttempt> attempts) {
    List<String> queues = attempts.stream().map(TracedAttempt::queue).distinct().toList();
    return queues.size() == 1 ? queues.getFirst() : null;
  }
}
