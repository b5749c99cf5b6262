package dev.waybill.server.telemetry;

import dev.waybill.base.WorkContext;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import java.util.function.Supplier;

/// A span around each store operation of a traced call. Calls that the store makes meanwhile are
/// children of it. Maintenance has none.
record StoreSpans(Tracer tracer) {

  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
  private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("db.operation.name");
  private static final AttributeKey<Long> BATCH = AttributeKey.longKey("db.operation.batch.size");
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  <T> T around(String operation, Supplier<T> work) {
    return around(operation, 1, work);
  }

  /// @param batch the number of items of the operation
  <T> T around(String operation, int batch, Supplier<T> work) {
    if (!Span.current().isRecording()) {
      return work.get();
    }
    Span span = begin(operation, batch);
    try (Scope _ = span.makeCurrent()) {
      return WorkContext.current()
          .in(ObservedCall.traceparent(span.getSpanContext()).orElse(null))
          .call(work::get);
    } catch (RuntimeException failed) {
      span.setStatus(StatusCode.ERROR).setAttribute(ERROR, failed.getClass().getName());
      throw failed;
    } finally {
      span.end();
    }
  }

  private Span begin(String operation, int batch) {
    Span span =
        tracer
            .spanBuilder("store " + operation)
            .setSpanKind(SpanKind.INTERNAL)
            .setAttribute(SYSTEM, "waybill")
            .setAttribute(OPERATION, operation)
            .startSpan();
    return batch == 1 ? span : span.setAttribute(BATCH, (long) batch);
  }
}
