package dev.waybill.server.telemetry;

import io.opentelemetry.api.trace.Tracer;
import java.time.Duration;
import java.util.Map;

/// The spans of a program that is no server, sent where `OTEL_*` say.
public final class ProgramTraces implements AutoCloseable {

  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final Export export;

  private ProgramTraces(Export export) {
    this.export = export;
  }

  /// @param service the name under which spans are found, unless `OTEL_SERVICE_NAME` has another
  public static ProgramTraces start(String service, Map<String, String> environment) {
    return new ProgramTraces(Export.of(service, environment, null));
  }

  /// Makes no spans where nobody asked for them.
  public Tracer tracer() {
    return export.tracers().get("dev.waybill");
  }

  @Override
  public void close() {
    export.close(LAST_WORDS);
  }
}
