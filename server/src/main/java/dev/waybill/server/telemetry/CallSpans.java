package dev.waybill.server.telemetry;

import dev.waybill.Lease;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// Describes on the span of the current call which jobs it is about, with the attributes of the
/// OpenTelemetry conventions for messaging.
final class CallSpans {

  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("messaging.system");
  private static final AttributeKey<String> QUEUE =
      AttributeKey.stringKey("messaging.destination.name");
  private static final AttributeKey<String> JOB = AttributeKey.stringKey("messaging.message.id");
  private static final AttributeKey<Long> COUNT =
      AttributeKey.longKey("messaging.batch.message_count");

  private CallSpans() {}

  /// Links the call to the producers of the jobs that it leased.
  static void leased(String queue, List<Lease> leases) {
    Span span = ObservedCall.currentSpan();
    if (!span.isRecording()) {
      return;
    }
    span.setAttribute(QUEUE, queue);
    batch(leases.size());
    if (leases.size() == 1) {
      span.setAttribute(JOB, leases.getFirst().job().id().toString());
    }
    for (Lease lease : leases) {
      SpanContext producer = Calls.span(lease.job().request().traceContext());
      if (producer.isValid()) {
        span.addLink(producer);
      }
    }
  }

  /// The number of jobs, events or settlements in the call.
  static void batch(int size) {
    ObservedCall.currentSpan().setAttribute(SYSTEM, "waybill").setAttribute(COUNT, (long) size);
  }

  /// The queue of all jobs in the call; sets nothing if there are several queues or none.
  static void of(Supplier<Set<String>> queues) {
    Span span = ObservedCall.currentSpan();
    if (span.isRecording()) {
      Set<String> found = queues.get();
      if (found.size() == 1) {
        span.setAttribute(QUEUE, found.iterator().next());
      }
    }
  }
}
