package dev.waybill.server.telemetry;

import dev.waybill.base.WorkContext;
import dev.waybill.settings.CallObserver;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Traces the calls that send messages and hand them over, and times the calls of providers.
final class ServiceCalls implements CallObserver {

  private static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("provider");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");
  private static final String HANDOFF = "handoff";
  private static final String SEND = "send";

  private final Tracer tracer;
  private final DoubleHistogram providerTime;
  private final BoundedLabel providers = new BoundedLabel(50);

  ServiceCalls(Tracer tracer, Instruments make) {
    this.tracer = tracer;
    this.providerTime = make.histogram(Metric.PROVIDER_TIME);
  }

  /// The span is part of the trace of the message: one message is one trace.
  @Override
  public Call begin(String operation, String target, WorkContext context) {
    Span span =
        tracer
            .spanBuilder(operation + ' ' + target)
            .setSpanKind(operation.equals(SEND) ? SpanKind.PRODUCER : SpanKind.CLIENT)
            .setParent(Context.root().with(Span.wrap(Calls.span(context.traceparent()))))
            .setAttribute("messaging.system", "waybill")
            .startSpan();
    if (span.isRecording()) {
      context.ids().forEach((name, value) -> span.setAttribute("waybill." + name, value));
    }
    return new Traced(span, operation, target, System.nanoTime());
  }

  /// The span is a child of that of the store operation.
  @Override
  public Call beginStoreCall(String service, String operation, WorkContext context) {
    Span span =
        tracer
            .spanBuilder(service + '.' + operation)
            .setSpanKind(SpanKind.CLIENT)
            .setParent(Context.root().with(Span.wrap(Calls.span(context.traceparent()))))
            .setAttribute("rpc.system", "aws-api")
            .setAttribute("rpc.service", service)
            .setAttribute("rpc.method", operation)
            .startSpan();
    return new Traced(span, service, operation, System.nanoTime());
  }

  private final class Traced implements Call {

    private final Span span;
    private final String operation;
    private final String target;
    private final long began;

    private Traced(Span span, String operation, String target, long began) {
      this.span = span;
      this.operation = operation;
      this.target = target;
      this.began = began;
    }

    @Override
    public Optional<String> traceparent() {
      return ObservedCall.traceparent(span.getSpanContext());
    }

    @Override
    public void end(String outcome, @Nullable String error) {
      if (operation.equals(HANDOFF)) {
        providerTime.record(
            Instruments.seconds(System.nanoTime() - began),
            Attributes.of(PROVIDER, providers.of(target), OUTCOME, outcome));
      }
      span.setAttribute("waybill.outcome", outcome);
      if (error != null) {
        span.setStatus(StatusCode.ERROR).setAttribute("error.type", error);
      }
      span.end();
    }
  }
}
