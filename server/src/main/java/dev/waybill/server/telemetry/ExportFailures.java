package dev.waybill.server.telemetry;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Reports failed exports: one line with the address, at most once a minute.
final class ExportFailures {

  private static final System.Logger LOG = System.getLogger(ExportFailures.class.getName());
  private static final long PAUSE = Duration.ofMinutes(1).toNanos();

  /// The library's own loggers for the same failures, which write a stack trace without the
  /// address. Referenced here, because the log manager drops the level of an unreferenced logger.
  private static final List<Logger> LIBRARY =
      List.of(
          Logger.getLogger("io.opentelemetry.exporter"),
          Logger.getLogger("io.opentelemetry.sdk.metrics.export"),
          Logger.getLogger("io.opentelemetry.sdk.trace.export"));

  private final String what;
  private final String address;
  private final LongSupplier nanoTime;
  private final AtomicLong quietUntil;

  ExportFailures(String what, String address, LongSupplier nanoTime) {
    this.what = what;
    this.address = address;
    this.nanoTime = nanoTime;
    this.quietUntil = new AtomicLong(nanoTime.getAsLong());
  }

  /// @param signal `traces` or `metrics`
  static ExportFailures of(String signal, ConfigProperties config) {
    LIBRARY.forEach(logger -> logger.setLevel(java.util.logging.Level.OFF));
    return new ExportFailures(signal, address(signal, config), System::nanoTime);
  }

  /// The endpoint as the exporter computes it, without credentials.
  private static String address(String signal, ConfigProperties config) {
    String own = config.getString("otel.exporter.otlp." + signal + ".endpoint");
    String general = config.getString("otel.exporter.otlp.endpoint");
    String protocol =
        config.getString(
            "otel.exporter.otlp." + signal + ".protocol",
            config.getString("otel.exporter.otlp.protocol", ""));
    boolean http = protocol.startsWith("http");
    String path = http ? "/v1/" + signal : "";
    String base = general == null ? "http://localhost:" + (http ? 4318 : 4317) : general;
    String found = own == null ? base.replaceAll("/+$", "") + path : own;
    return found.replaceAll("//[^/@]*@", "//").replaceAll("[?#].*", "");
  }

  CompletableResultCode watch(CompletableResultCode result) {
    return result.whenComplete(
        () -> {
          if (!result.isSuccess()) {
            failed(result.getFailureThrowable());
          }
        });
  }

  private void failed(@Nullable Throwable cause) {
    long now = nanoTime.getAsLong();
    long until = quietUntil.get();
    if (now - until >= 0 && quietUntil.compareAndSet(until, now + PAUSE)) {
      LOG.log(
          Level.WARNING,
          "cannot export "
              + what
              + " to "
              + address
              + ": "
              + reason(cause)
              + "; check OTEL_EXPORTER_OTLP_ENDPOINT and the collector");
    }
  }

  /// The first cause with a message, in one line. The JDK's client has no message for a refused
  /// connection.
  private static String reason(@Nullable Throwable cause) {
    Throwable at = cause;
    for (int depth = 0; at != null && depth < 20; depth++) {
      if (at instanceof ConnectException) {
        return "the connection was refused or the host is unknown";
      }
      if (at.getCause() == null && at.getMessage() != null) {
        return at.getMessage().lines().findFirst().orElse("");
      }
      at = at.getCause();
    }
    return "the collector refused the data or did not answer in time";
  }
}
