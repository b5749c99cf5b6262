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

/// Where numbers and spans go, as the standard variables `OTEL_*` say. Where they say nothing,
/// nothing leaves the process, no span is made, and the classes for that are not even loaded.
record Export(
    MeterProvider meters, TracerProvider tracers, Supplier<CompletableResultCode> shutdown) {

  private static final System.Logger LOG = System.getLogger(Export.class.getName());

  /// More than [QueueLabels] can make of one metric, so that none is lost.
  private static final int MOST_SERIES = 10_000;

  /// Each of these asks for an export.
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

  /// @param page also reads the numbers, where there is a page for them
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

  /// Waits for what is on its way, but no longer than this: a collector that does not answer must
  /// not hold up a stop. Asking for the end may itself wait for the collector, so that is left to a
  /// thread that nobody waits for.
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

  /// Which program this is, unless `OTEL_RESOURCE_ATTRIBUTES` says so.
  private static Resource identity() {
    return Resource.create(
        Attributes.of(
            AttributeKey.stringKey("service.version"),
            ServiceInfo.ownVersion(),
            AttributeKey.stringKey("service.instance.id"),
            UUID.randomUUID().toString()));
  }

  /// What the environment says, over what we would say.
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
