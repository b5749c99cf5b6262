package dev.waybill.tracing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/// A minimal OpenTelemetry collector: accepts OTLP over HTTP and stores it in memory.
final class Collector implements AutoCloseable {

  private final HttpServer http;
  private final List<Span> spans = new ArrayList<>();
  private final Set<String> metrics = new TreeSet<>();
  private final Set<String> services = new TreeSet<>();
  private final Map<String, String> resource = new HashMap<>();

  Collector() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/v1/traces", this::takeSpans);
    http.createContext("/v1/metrics", this::takeMetrics);
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.start();
  }

  /// The variables that make a program export to this collector with a short delay.
  Map<String, String> environment() {
    return environment(http.getAddress().getPort());
  }

  static Map<String, String> environment(int port) {
    return Map.of(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "http://127.0.0.1:" + port,
        "OTEL_BSP_SCHEDULE_DELAY",
        "50",
        "OTEL_METRIC_EXPORT_INTERVAL",
        "100");
  }

  /// Waits for the first span that matches.
  synchronized Span span(Predicate<Span> wanted) throws InterruptedException {
    while (true) {
      for (Span span : spans) {
        if (wanted.test(span)) {
          return span;
        }
      }
      wait();
    }
  }

  synchronized Span spanNamed(String name) throws InterruptedException {
    return span(span -> span.getName().equals(name));
  }

  synchronized List<String> names() {
    return spans.stream().map(Span::getName).toList();
  }

  synchronized void awaitMetric(String name) throws InterruptedException {
    while (!metrics.contains(name)) {
      wait();
    }
  }

  /// A resource attribute of the latest exporter.
  synchronized String resource(String attribute) {
    return resource.getOrDefault(attribute, "");
  }

  synchronized Set<String> services() {
    return Set.copyOf(services);
  }

  private void takeSpans(HttpExchange exchange) throws IOException {
    ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(body(exchange));
    synchronized (this) {
      request
          .getResourceSpansList()
          .forEach(
              of -> {
                of.getResource()
                    .getAttributesList()
                    .forEach(some -> resource.put(some.getKey(), some.getValue().getStringValue()));
                services.add(resource.getOrDefault("service.name", ""));
                of.getScopeSpansList().forEach(some -> spans.addAll(some.getSpansList()));
              });
      notifyAll();
    }
    answer(exchange);
  }

  private void takeMetrics(HttpExchange exchange) throws IOException {
    ExportMetricsServiceRequest request = ExportMetricsServiceRequest.parseFrom(body(exchange));
    synchronized (this) {
      request
          .getResourceMetricsList()
          .forEach(
              of ->
                  of.getScopeMetricsList()
                      .forEach(
                          some ->
                              some.getMetricsList()
                                  .forEach(metric -> metrics.add(metric.getName()))));
      notifyAll();
    }
    answer(exchange);
  }

  private static InputStream body(HttpExchange exchange) throws IOException {
    boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    return zipped ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
