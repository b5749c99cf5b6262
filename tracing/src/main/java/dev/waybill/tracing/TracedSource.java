package dev.waybill.tracing;

import dev.waybill.ExtendResult;
import dev.waybill.JobSource;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.PublishResult;
import dev.waybill.SettleResult;
import dev.waybill.Settlement;
import dev.waybill.TaskToken;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes calls on an attempt in the context of its span, whichever thread they come from. One call
/// settles many attempts, so it has a span of its own, linked to theirs; for a single one it is
/// the child.
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
    return source.lease(request);
  }

  @Override
  public List<ExtendResult> extend(List<TaskToken> tokens, @Nullable Duration hold) {
    return source.extend(tokens, hold);
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
    SpanBuilder span = tracing.settle().setParent(Context.root());
    span.setAttribute(COUNT, (long) settlements.size());
    List<SpanContext> attempts =
        settlements.stream()
            .map(settlement -> tracing.spanOf(settlement.token()).getSpanContext())
            .filter(SpanContext::isValid)
            .toList();
    if (attempts.size() == 1) {
      span.setParent(Context.root().with(Span.wrap(attempts.getFirst())));
    } else {
      attempts.forEach(span::addLink);
    }
    return span.startSpan();
  }
}
