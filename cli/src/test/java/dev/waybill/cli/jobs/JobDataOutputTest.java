package dev.waybill.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.cli.Ran;
import dev.waybill.cli.Started;
import dev.waybill.server.ServerSettings;
import dev.waybill.server.WaybillServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `waybill jobs payload` and `waybill jobs result` with a server.
@Timeout(180)
final class JobDataOutputTest {

  @TempDir private Path folder;
  private final byte[] large = new byte[3_000_000];
  private Waybill store;
  private WaybillServer server;
  private JobId id;

  @BeforeEach
  void start() {
    new Random(1).nextBytes(large);
    store = Waybill.open(folder.resolve("data"));
    server = WaybillServer.start(store, ServerSettings.DEFAULT.withPort(0));
    id = store.enqueue(NewJob.builder("t").payload(Payload.wrap(large)).build()).id();
  }

  @AfterEach
  void stop() {
    server.close();
    store.close();
  }

  @Test
  void a_payload_is_written_to_a_file() {
    Path file = folder.resolve("payload");
    Ran ran = Ran.waybill(at("payload", "--output", file.toString()));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(file).hasBinaryContent(large);
  }

  @Test
  void a_payload_is_written_to_standard_output() throws IOException, InterruptedException {
    try (Started started = Started.waybill(folder, at("payload"))) {
      assertThat(started.process().getInputStream().readAllBytes()).isEqualTo(large);
      assertThat(started.process().waitFor()).isZero();
    }
  }

  @Test
  void a_missing_result_and_a_missing_directory_are_reported_and_leave_no_file() {
    Path file = folder.resolve("result");
    Ran missing = Ran.waybill(at("result", "-o", file.toString()));
    assertThat(missing.exitCode()).isEqualTo(4);
    assertThat(file).doesNotExist();
    Ran nowhere = Ran.waybill(at("payload", "-o", folder.resolve("no/such").toString()));
    assertThat(nowhere.exitCode()).isNotZero();
    assertThat(nowhere.err()).contains("no/such");
  }

  private String[] at(String which, String... more) {
    String url = "http://127.0.0.1:" + server.port();
    return Stream.concat(Stream.of("jobs", which, id.toString(), "--server", url), Stream.of(more))
        .toArray(String[]::new);
  }
}
