package dev.waybill.server.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/// Traces and times the calls of a server.
public final class Calls {

  private static final String SCOPE = "dev.waybill";
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");
  private static final AttributeKey<String> RPC_SYSTEM = AttributeKey.stringKey("rpc.system.name");
  private static final AttributeKey<String> RPC_METHOD = AttributeKey.stringKey("rpc.method");
  private static final AttributeKey<String> RPC_STATUS =
      AttributeKey.stringKey("rpc.response.status_code");

  /// Polled by machines; their traces are noise.
  private static final Set<String> UNTRACED = Set.of("/livez", "/readyz", "/metrics");

  /// The HTTP methods. Others share one name, because callers may send any name.
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

  private final Tracer tracer;
  private final DoubleHistogram http;
  private final DoubleHistogram grpc;
  private final Map<Answer, Attributes> labels = new ConcurrentHashMap<>();

  private record Answer(String method, @Nullable String route, String status) {}

  /// Reads a header of a call by its name.
  public interface Headers {
    @Nullable String get(String name);
  }

  Calls(Tracer tracer, Instruments make) {
    this.tracer = tracer;
    this.http = make.histogram(Metric.HTTP);
    this.grpc = make.histogram(Metric.GRPC);
  }

  /// Records no metrics and no spans; passes on the trace context of callers.
  public static Calls unwatched() {
    return new Calls(
        TracerProvider.noop().get(SCOPE), new Instruments(MeterProvider.noop().get(SCOPE)));
  }

  public ObservedCall http(String method, String path, Headers headers) {
    String name = METHODS.contains(method) ? method : "_OTHER";
    Context caller = caller(headers);
    Span span =
        UNTRACED.contains(path)
            ? Span.fromContext(caller)
            : tracer
                .spanBuilder(name)
                .setSpanKind(SpanKind.SERVER)
                .setParent(caller)
                .setAttribute("url.path", path)
                .startSpan();
    return new ObservedCall(this, span, Span.fromContext(caller).getSpanContext(), name);
  }

  /// @param method such as `waybill.v1.JobService/EnqueueJob`
  public ObservedCall grpc(String method, Headers headers) {
    Context caller = caller(headers);
    Span span =
        tracer
            .spanBuilder(method)
            .setSpanKind(SpanKind.SERVER)
            .setParent(caller)
            .setAttribute(RPC_SYSTEM, "grpc")
            .startSpan();
    return new ObservedCall(this, span, Span.fromContext(caller).getSpanContext(), method);
  }

  /// @param traceparent the header as stored in a job
  /// @return its span; invalid if the text is not a valid header
  static SpanContext span(@Nullable String traceparent) {
    Headers alone = name -> name.equals("traceparent") ? traceparent : null;
    return Span.fromContext(caller(alone)).getSpanContext();
  }

  private static Context caller(Headers headers) {
    return W3CTraceContextPropagator.getInstance()
        .extract(Context.root(), headers, HeaderGetter.ONLY);
  }

  Attributes httpAnswered(String method, @Nullable String route, int status, long nanos) {
    Attributes result =
        labels.computeIfAbsent(
            new Answer(method, route, String.valueOf(status)),
            answer -> {
              AttributesBuilder made = Attributes.builder().put(METHOD, method);
              if (answer.route() != null) {
                made.put(ROUTE, answer.route());
              }
              return made.put(STATUS, (long) status).build();
            });
    http.record(Instruments.seconds(nanos), result);
    return result;
  }

  Attributes grpcAnswered(String method, String status, long nanos) {
    Attributes result =
        labels.computeIfAbsent(
            new Answer(method, null, status),
            _ -> Attributes.of(RPC_METHOD, method, RPC_STATUS, status));
    grpc.record(Instruments.seconds(nanos), result);
    return result;
  }

  /// A trace ID for a call without a trace.
  public static String newTraceId() {
    byte[] bytes = new byte[16];
    ThreadLocalRandom.current().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private enum HeaderGetter implements TextMapGetter<Headers> {
    ONLY;

    @Override
    public Iterable<String> keys(Headers headers) {
      return List.of("traceparent", "tracestate");
    }

    @Override
    public @Nullable String get(@Nullable Headers headers, String key) {
      return headers == null ? null : headers.get(key);
    }
  }
}
