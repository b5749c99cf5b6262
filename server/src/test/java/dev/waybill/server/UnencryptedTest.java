package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.config.ConfigReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// A server that is reachable over the network without TLS logs a warning.
@Timeout(180)
@Isolated("captures the log of the whole process")
final class UnencryptedTest {

  private final Logger log = Logger.getLogger(Service.class.getName());
  private final Remembering handler = new Remembering();
  @TempDir private Path folder;

  @BeforeEach
  void listen() {
    log.addHandler(handler);
  }

  @AfterEach
  void stop() {
    log.removeHandler(handler);
  }

  @Test
  void listening_on_the_network_without_tls_logs_a_warning() {
    startOn("0.0.0.0");
    assertThat(handler.logged).hasSize(1);
    assertThat(List.of(handler.logged.getFirst().getParameters()))
        .containsExactly("0.0.0.0", "server.tls.certificate", "server.tls.key", "server.host");
  }

  @Test
  void listening_on_a_loopback_address_logs_no_warning() {
    startOn("127.0.0.1");
    assertThat(handler.logged).isEmpty();
  }

  private void startOn(String host) {
    Map<String, String> flags = new HashMap<>();
    flags.put("server.host", host);
    flags.put("server.port", "0");
    flags.put("server.grpc_port", "0");
    flags.put("store.path", folder.toString());
    flags.put("auth.oidc.issuer", "http://127.0.0.1:1");
    flags.put("auth.oidc.audience", "waybill");
    flags.put("auth.oidc.roles", "dev=read");
    Service.start(ConfigReader.read(null, Map.of(), flags), Map.of()).close();
  }

  private static final class Remembering extends Handler {

    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();

    @Override
    public void publish(LogRecord entry) {
      logged.add(entry);
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
