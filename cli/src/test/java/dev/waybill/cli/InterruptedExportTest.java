package dev.waybill.cli;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.NewJob;
import dev.waybill.Waybill;
import dev.waybill.conformance.FreePort;
import dev.waybill.conformance.Seed;
import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Exports by a process that is killed, and from a server that restarts.
@Timeout(120)
final class InterruptedExportTest {

  private static final int JOBS = 30_000;
  private static final int JOBS_PER_CALL = 10_000;

  @TempDir Path folder;

  private String to = "";

  @BeforeEach
  void enqueue() {
    try (Waybill waybill = Waybill.open(folder.resolve("data"))) {
      for (int i = 0; i < JOBS; i += JOBS_PER_CALL) {
        waybill.enqueueAll(
            IntStream.range(i, i + JOBS_PER_CALL)
                .mapToObj(n -> NewJob.builder("t").payload("{\"n\":" + n + "}").build())
                .toList());
      }
    }
    to = Instant.now().toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "ndjson"})
  @Seed("S2.34")
  void a_killed_export_that_is_resumed_is_the_same_file(String format) throws Exception {
    Path whole = folder.resolve("whole");
    assertThat(export(format, whole, "--data", data()).exitCode()).isZero();
    Path file = folder.resolve("killed");
    killWhen(() -> assertThat(beside(file, ".part")).exists(), format, file);
    killWhen(() -> assertThat(rows(file)).isPositive(), format, file);
    assertThat(export(format, file, "--data", data(), "--resume").exitCode()).isZero();
    assertThat(file).hasSameBinaryContentAs(whole);
    assertThat(beside(file, ".part")).doesNotExist();
    assertThat(beside(file, ".resume")).doesNotExist();
  }

  @Test
  void an_export_continues_when_its_server_restarts() throws Exception {
    Path whole = folder.resolve("whole");
    assertThat(export("parquet", whole, "--data", data()).exitCode()).isZero();
    Path file = folder.resolve("restarted");
    int port = FreePort.next();
    Service first = serve(port);
    try (Started exporting = started("parquet", file, "--server", "http://127.0.0.1:" + port)) {
      eventually(() -> assertThat(rows(file)).isPositive());
      first.close();
      try (Service _ = serve(port)) {
        assertThat(exporting.process().waitFor()).isZero();
      }
    }
    assertThat(file).hasSameBinaryContentAs(whole);
  }

  private void killWhen(Runnable reached, String format, Path file) throws Exception {
    try (Started exporting = started(format, file, "--data", data(), "--resume")) {
      eventually(reached);
      exporting.kill();
    }
    assertThat(file).doesNotExist();
  }

  private Service serve(int port) {
    Map<String, String> flags =
        Map.of(
            "store.path", data(), "server.port", Integer.toString(port), "server.grpc_port", "0");
    return Service.start(ConfigReader.read(null, Map.of(), flags));
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private Started started(String format, Path file, String... more) {
    return Started.waybill(folder, arguments(format, file, more));
  }

  private Ran export(String format, Path file, String... more) {
    return Ran.waybill(arguments(format, file, more));
  }

  private String[] arguments(String format, Path file, String... more) {
    List<String> all =
        new ArrayList<>(List.of("export", "jobs", "--format", format, "--out", file.toString()));
    all.addAll(List.of("--from", "2026-01-01", "--to", to));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  private static Path beside(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private static long rows(Path file) {
    try {
      String state = Files.readString(beside(file, ".resume"));
      return Long.parseLong(state.replaceFirst("(?s).*\"rows\":(\\d+).*", "$1"));
    } catch (IOException notYet) {
      return 0;
    }
  }
}
