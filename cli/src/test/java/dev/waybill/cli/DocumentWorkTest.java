package dev.waybill.cli;

import static dev.waybill.cli.Ran.waybill;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.NatsProcess;
import dev.waybill.conformance.PostgresServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// `waybill work --documents`, a process of its own.
@Timeout(300)
final class DocumentWorkTest {

  private @TempDir Path folder;

  @Test
  void a_separate_processor_does_the_work_of_a_server() throws Exception {
    Path text = Files.writeString(folder.resolve("tides.txt"), "The tide is low at noon.");
    try (NatsProcess nats = new NatsProcess("-js");
        Started server =
            Started.waybill(
                folder,
                on(nats, "server", "serve --port 0 --grpc-port 0 --set documents.process=false"))) {
      server.awaitLine("ready");
      String[] at = {"--data", folder.resolve("server").toString()};
      assertThat(waybill("ingest", text.toString(), "--no-wait", at[0], at[1]).exitCode()).isZero();
      try (Started worker = Started.waybill(folder, on(nats, "worker", "work --documents"))) {
        assertThat(worker.awaitLine("store")).contains("nats at " + nats.url());
        assertThat(worker.awaitLine("index")).contains("postgres");
        worker.awaitLine("processing documents");
        assertThat(waybill("ingest", text.toString(), at[0], at[1]).out()).contains("ready");
        assertThat(worker.stop()).isEqualTo(143);
      }
      assertThat(waybill("search", "when", "is", "low", "tide", at[0], at[1]).out())
          .contains("tides.txt", "noon");
    }
  }

  private String[] on(NatsProcess nats, String name, String command) {
    List<String> shared =
        List.of(
            "--data",
            folder.resolve(name).toString(),
            "--set",
            "store.type=nats",
            "--set",
            "store.url=" + nats.url(),
            "--set",
            "documents.index=postgres",
            "--set",
            "documents.index.url=" + PostgresServer.shared().url("postgres"));
    return Stream.concat(Stream.of(command.split(" ")), shared.stream()).toArray(String[]::new);
  }

  @Test
  void a_store_of_one_process_is_refused() {
    Path data = folder.resolve("data");
    Ran ran = waybill("work", "--documents", "--data", data.toString());
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("belongs to one process", "leave the processing", "store.url");
    assertThat(data).doesNotExist();
  }

  @Test
  void an_index_of_one_process_is_refused() {
    Ran ran =
        waybill(
            "work",
            "--documents",
            "--set",
            "store.type=nats",
            "--set",
            "store.url=nats://127.0.0.1:1");
    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("documents.index=local", "s3vectors or postgres");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--documents --allow-any",
        "--documents --queue a",
        "--documents --server http://127.0.0.1:1",
        "--allow-any --set log.format=json",
      })
  void options_without_an_effect_are_refused(String options) {
    Ran ran = waybill(("work " + options).split(" "));
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("--documents");
  }
}
