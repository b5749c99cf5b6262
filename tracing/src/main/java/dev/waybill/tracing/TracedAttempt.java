package dev.waybill.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;

/// One attempt, from its lease to its settlement.
///
/// @param receive the span of the call that leased the job; may be invalid
/// @param span the span of the handler; invalid before the handler starts
record TracedAttempt(String queue, SpanContext receive, Span span) {

  TracedAttempt runsIn(Span process) {
    return new TracedAttempt(queue, receive, process);
  }
}
