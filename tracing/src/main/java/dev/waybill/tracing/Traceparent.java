package dev.waybill.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The W3C `traceparent` header, as it is passed in HTTP headers, jobs and environment variables.
public final class Traceparent {

  private static final String NAME = "traceparent";
  private static final TextMapGetter<String> ALONE = new Alone();

  private Traceparent() {}

  /// The trace context of the current thread; empty if there is none.
  public static Optional<String> current() {
    return of(Span.current().getSpanContext());
  }

  /// The trace context in the variable `TRACEPARENT`; empty if it is missing or invalid.
  public static Optional<String> in(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("TRACEPARENT")).filter(text -> read(text).isValid());
  }

  static Optional<String> of(SpanContext span) {
    return span.isValid()
        ? Optional.of(
            "00-" + span.getTraceId() + "-" + span.getSpanId() + "-" + span.getTraceFlags().asHex())
        : Optional.empty();
  }

  /// Parses a header; returns an invalid span context if the text is not a valid header.
  static SpanContext read(@Nullable String text) {
    if (text == null) {
      return SpanContext.getInvalid();
    }
    Context read = W3CTraceContextPropagator.getInstance().extract(Context.root(), text, ALONE);
    return Span.fromContext(read).getSpanContext();
  }

  private static final class Alone implements TextMapGetter<String> {

    @Override
    public Iterable<String> keys(String text) {
      return List.of(NAME);
    }

    @Override
    public @Nullable String get(@Nullable String text, String key) {
      return key.equals(NAME) ? text : null;
    }
  }
}
