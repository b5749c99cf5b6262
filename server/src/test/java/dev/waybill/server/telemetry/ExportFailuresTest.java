package dev.waybill.server.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.FreePort;
import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class ExportFailuresTest {

  @TempDir Path folder;

  private final BlockingQueue<LogRecord> logged = new LinkedBlockingQueue<>();
  private final Handler handler = new Remembering(logged);

  @BeforeEach
  void listen() {
    Logger.getLogger("").addHandler(handler);
  }

  @AfterEach
  void stop() {
    Logger.getLogger("").removeHandler(handler);
  }

  @Test
  void an_unreachable_collector_is_logged_in_one_line() throws Exception {
    int port = FreePort.next();
    Map<String, String> environment =
        Map.of(
            "OTEL_EXPORTER_OTLP_ENDPOINT", "http://user:password@127.0.0.1:" + port,
            "OTEL_TRACES_EXPORTER", "none",
            "OTEL_METRIC_EXPORT_INTERVAL", "20");
    Map<String, String> flags =
        Map.of("store.path", folder.toString(), "server.port", "0", "server.grpc_port", "0");
    try (Service _ = Service.start(ConfigReader.read(null, Map.of(), flags), environment)) {
      LogRecord first = logged.take();
      assertThat(first.getMessage()).contains("http://127.0.0.1:" + port + "/v1/metrics");
      assertThat(first.getMessage()).doesNotContain("password").doesNotContain("\n");
      assertThat(first.getThrown()).isNull();
    }
    assertThat(logged)
        .noneMatch(entry -> String.valueOf(entry.getLoggerName()).startsWith("io.opentelemetry"));
  }

  @Test
  void it_is_logged_at_most_once_a_minute() {
    AtomicLong now = new AtomicLong();
    ExportFailures failures = new ExportFailures("traces", "http://collector:4318", now::get);
    for (int second = 0; second < 130; second++) {
      now.set(Duration.ofSeconds(second).toNanos());
      failures.watch(CompletableResultCode.ofFailure());
      failures.watch(CompletableResultCode.ofSuccess());
    }
    assertThat(logged).hasSize(3);
  }

  /// Collects log entries at `info` or above.
  private static final class Remembering extends Handler {

    private final BlockingQueue<LogRecord> logged;

    Remembering(BlockingQueue<LogRecord> logged) {
      this.logged = logged;
    }

    @Override
    public void publish(LogRecord entry) {
      if (String.valueOf(entry.getLoggerName()).matches("io.opentelemetry.*|.*ExportFailures")) {
        logged.add(entry);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
