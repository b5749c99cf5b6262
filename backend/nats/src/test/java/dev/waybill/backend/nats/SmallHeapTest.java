package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Promise;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A server with little memory refuses new jobs while it has memory left. If it still runs out of
/// memory, it ends, so that it is started again.
@Timeout(180)
final class SmallHeapTest {

  @Test
  @Promise("E1")
  void jobs_are_refused_before_the_memory_is_full_and_a_full_memory_ends_the_process()
      throws Exception {
    try (NatsServer server = NatsServer.start()) {
      String address = server.url() + "?path=" + server.directory("small");
      Process process = start(address);
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(said).contains("refused");
      assertThat(process.waitFor()).isEqualTo(3);
      try (NatsBackend next =
          NatsBackend.open(
              NatsConfig.of(server.url(), server.directory("next")), Settings.DEFAULT)) {
        assertThat(next.load().rows()).isGreaterThan(1_000);
      }
    }
  }

  /// With the option that the launcher passes.
  private static Process start(String address) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                SmallHeapMain.class.getName(),
                address))
        .redirectErrorStream(true)
        .start();
  }
}
