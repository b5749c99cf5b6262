package dev.waybill.server.telemetry;

import dev.waybill.ServiceInfo;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import io.opentelemetry.sdk.resources.Resource;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Exports metrics and spans as configured by the standard variables `OTEL_*`. Without them nothing
/// is exported, no span is created, and the exporter classes are not loaded.
record Export(
    MeterProvider meters, TracerProvider tracers, Supplier<CompletableResultCode> shutdown) {

  private static final System.Logger LOG = System.getLogger(Export.class.getName());

  /// More than [QueueLabels] can create for one metric, so that none is lost.
  private static final int MOST_SERIES = 10_000;

  /// Each of these variables enables an export.
  private static final Set<String> ASKING =
      Set.of(
          "OTEL_EXPORTER_OTLP_ENDPOINT",
          "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
          "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
          "OTEL_TRACES_EXPORTER",
          "OTEL_METRICS_EXPORTER");

  static boolean isAsked(Map<String, String> environment) {
    boolean off = "true".equalsIgnoreCase(environment.get("OTEL_SDK_DISABLED"));
    return !off && ASKING.stream().anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
  }

  /// @param page also reads the metrics; null if there is no metrics page
  static Export of(String service, Map<String, String> environment, @Nullable MetricReader page) {
    if (isAsked(environment)) {
      try {
        return configured(service, environment, page);
      } catch (RuntimeException wrong) {
        LOG.log(
            Level.WARNING,
            "nothing is exported: the OTEL_* variables are invalid: " + wrong.getMessage());
      }
    }
    return page == null ? nothing() : here(page);
  }

  /// Flushes pending data, at most for this time: a collector that does not answer must not delay a
  /// shutdown. The shutdown itself may block on the collector, so it runs on a thread that nobody
  /// waits for.
  void close(Duration longest) {
    Thread last =
        Thread.ofVirtual()
            .name("waybill-last-words")
            .start(() -> shutdown.get().join(longest.toMillis(), TimeUnit.MILLISECONDS));
    try {
      var _ = last.join(longest);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
  }

  private static Export nothing() {
    return new Export(
        MeterProvider.noop(), TracerProvider.noop(), CompletableResultCode::ofSuccess);
  }

  private static Export here(MetricReader page) {
    SdkMeterProvider meters =
        SdkMeterProvider.builder().registerMetricReader(page, _ -> MOST_SERIES).build();
    return new Export(meters, TracerProvider.noop(), meters::shutdown);
  }

  private static Export configured(
      String service, Map<String, String> environment, @Nullable MetricReader page) {
    OpenTelemetrySdk sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .disableShutdownHook()
            .addPropertiesSupplier(() -> properties(service, environment))
            .addMeterProviderCustomizer(
                (meters, _) ->
                    page == null ? meters : meters.registerMetricReader(page, _ -> MOST_SERIES))
            .addResourceCustomizer((resource, _) -> identity().merge(resource))
            .addSpanExporterCustomizer(
                (exporter, config) ->
                    new ReportedSpans(exporter, ExportFailures.of("traces", config)))
            .addMetricExporterCustomizer(
                (exporter, config) ->
                    new ReportedMetrics(exporter, ExportFailures.of("metrics", config)))
            .build()
            .getOpenTelemetrySdk();
    return new Export(sdk.getMeterProvider(), sdk.getTracerProvider(), sdk::shutdown);
  }

  /// The default resource attributes, which `OTEL_RESOURCE_ATTRIBUTES` overrides.
  private static Resource identity() {
    return Resource.create(
        Attributes.of(
            AttributeKey.stringKey("service.version"),
            ServiceInfo.ownVersion(),
            AttributeKey.stringKey("service.instance.id"),
            UUID.randomUUID().toString()));
  }

  /// The environment overrides our defaults.
  private static Map<String, String> properties(String service, Map<String, String> environment) {
    Map<String, String> properties = new HashMap<>();
    properties.put("otel.service.name", service);
    properties.put("otel.exporter.otlp.protocol", "http/protobuf");
    properties.put("otel.logs.exporter", "none");
    properties.put("otel.java.metrics.cardinality.limit", String.valueOf(MOST_SERIES));
    environment.forEach(
        (name, value) -> {
          if (name.startsWith("OTEL_")) {
            properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
          }
        });
    return properties;
  }
}
