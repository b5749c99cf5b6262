package dev.waybill.server.telemetry;

import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import java.util.Map;

/// Exports the spans of a program that is not a server, as configured by `OTEL_*`.
public final class ProgramTraces implements AutoCloseable {

  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final Export export;

  private ProgramTraces(Export export) {
    this.export = export;
  }

  /// @param service the default service name, which `OTEL_SERVICE_NAME` overrides
  public static ProgramTraces start(String service, Map<String, String> environment) {
    return new ProgramTraces(Export.of(service, environment, null));
  }

  /// Creates no spans if no export is configured.
  public Tracer tracer() {
    return export.tracers().get("dev.waybill");
  }

  @Override
  public void close() {
    export.close(LAST_WORDS);
  }
}
