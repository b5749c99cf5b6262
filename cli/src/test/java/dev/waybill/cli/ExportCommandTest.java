package dev.waybill.cli;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.message.NewMessage;
import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `waybill export` from a running server.
@Timeout(180)
final class ExportCommandTest {

  private static final String SECRET = "Lunch is ready, Ada";

  private @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Service service;
  private Waybill waybill;

  @BeforeEach
  void start() {
    Map<String, String> flags =
        Map.of(
            "store.path",
            folder.resolve("data").toString(),
            "server.port",
            "0",
            "server.grpc_port",
            "0");
    service = Service.start(ConfigReader.read(null, Map.of(), flags));
    waybill = Waybill.connect(URI.create(service.httpAddress()));
  }

  @AfterEach
  void stop() {
    waybill.close();
    service.close();
    client.shutdownNow();
  }

  @Test
  @Seed("S2.34")
  void ndjson_lines_are_the_documents_of_the_api() throws Exception {
    waybill.enqueue(NewJob.builder("t").queue("q").payload("{\"a\":\n1}").build());
    waybill.enqueue(NewJob.builder("t").queue("q").payload(Payload.of(new byte[] {-1})).build());
    waybill.enqueue(NewJob.builder("t").queue("other").build());
    Path file = exported("jobs", "ndjson", "--queue", "q");
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(2);
    assertThat("{\"items\":[" + String.join(",", lines) + "]}")
        .isEqualTo(http("/v1/jobs?queue=q").replace("\n", " "));
  }

  @Test
  void jobs_are_exported_to_parquet_with_types() {
    NewJob job =
        NewJob.builder("t")
            .tags(Set.of("a"))
            .payload("{\"name\":\"Zoë\"}")
            .correlationId("c")
            .build();
    String id = waybill.enqueue(job).id().toString();
    Path file = exported("jobs", "parquet");
    assertThat(
            DuckDb.rows(
                file,
                "select id, state, attempt, cancel_requested, tags, payload, worker,"
                    + " correlation_id, created_at > '2026-01-01' from $file"))
        .containsExactly(
            Arrays.asList(
                id, "queued", 1L, false, "[\"a\"]", "{\"name\":\"Zoë\"}", null, "c", true));
  }

  @Test
  void only_rows_of_the_time_range_are_exported() throws Exception {
    waybill.enqueue(NewJob.builder("t").build());
    Instant before = Instant.now().minusSeconds(60);
    assertThat(Files.readAllLines(exported("jobs", "ndjson", "--from", before.toString())))
        .hasSize(1);
    assertThat(Files.readAllLines(exported("jobs", "ndjson", "--force", "--to", before.toString())))
        .isEmpty();
    assertThat(Files.readString(exported("jobs", "csv", "--to", "2026-01-01")))
        .startsWith("id,tenant,queue,type,state")
        .hasLineCount(1);
    assertThat(DuckDb.rows(exported("jobs", "parquet", "--to", "2026-01-01"), "from $file"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "csv", "ndjson"})
  @Seed("S2.34")
  void messages_are_exported_without_what_they_say(String format) throws Exception {
    String id = send("ada@example.org");
    Path file = exported("messages", format, "--from", "2026-01-01");
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .doesNotContain("ada@example.org", SECRET, "Hello Ada", "recipient", "body");
    assertThat(
            DuckDb.rows(
                file,
                "select message_id::varchar, channel, "
                    + state(format)
                    + " from "
                    + reader(format)))
        .containsExactly(List.of(id, "email", "handed_off"));
  }

  private static String state(String format) {
    return format.equals("ndjson") ? "handoff.state" : "handoff_state";
  }

  private static String reader(String format) {
    return format.equals("ndjson") ? "read_json($file)" : "$file";
  }

  @Test
  void messages_are_exported_with_content_on_request() {
    String id = send("ada@example.org");
    Path file = exported("messages", "parquet", "--content", "--channel", "email");
    assertThat(
            DuckDb.rows(
                file,
                "select message_id, recipient, subject, body_text, body_html, metadata_tags,"
                    + " provider_state, events like '%HandoffAccepted%' from $file"))
        .containsExactly(
            Arrays.asList(
                id, "ada@example.org", "Hello Ada", SECRET, null, "[\"x\"]", "delivered", true));
  }

  @ParameterizedTest
  @CsvSource({"parquet,", "csv,--content", "ndjson,--content", "ndjson,"})
  @Seed("S2.34")
  void an_erased_message_is_a_tombstone(String format, @Nullable String more) throws Exception {
    String id = send("ada@example.org");
    waybill.messages().erase(id);
    Path file = more == null ? exported("messages", format) : exported("messages", format, more);
    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
        .doesNotContain("ada@example.org", SECRET, "Hello Ada");
    assertThat(
            DuckDb.rows(
                file, "select message_id::varchar, erased_at is not null from " + reader(format)))
        .containsExactly(List.of(id, true));
  }

  @Test
  @Seed("S2.34")
  void events_of_jobs_and_messages_are_one_table() {
    String message = send("ada@example.org");
    String job = waybill.enqueue(NewJob.builder("t").queue("q").build()).id().toString();
    Lease lease = waybill.lease(LeaseRequest.of("q", "w")).getFirst();
    waybill.publish(lease.token(), List.of(NewEvent.of(0, "progress", "{\"percent\":5}")));
    Path file = exported("events", "parquet");
    assertThat(
            DuckDb.rows(
                file,
                "select job, attempt, sequence, type, data from $file where job = '" + job + "'"))
        .containsExactly(List.of(job, 1L, 0L, "progress", "{\"percent\":5}"));
    assertThat(
            DuckDb.rows(
                file,
                "select type from $file where message_id = '" + message + "' order by sequence"))
        .contains(List.of("SendRequested"), List.of("HandoffAccepted"));
    assertThat(DuckDb.rows(exported("events", "csv", "--of", "jobs", "--queue", "q"), "from $file"))
        .hasSize(1);
    assertThat(
            DuckDb.rows(
                exported("events", "ndjson", "--of", "messages"),
                "from read_json($file) where message_id is null"))
        .isEmpty();
  }

  @Test
  void the_summary_is_printed_and_no_progress_without_a_terminal() {
    waybill.enqueue(NewJob.builder("t").build());
    Path file = folder.resolve("a.csv");
    Ran ran = export("jobs", "csv", file);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("exported 1 jobs").doesNotContain("\r", "%");
    assertThat(export("jobs", "csv", file, "--force", "--json").out())
        .isEqualToIgnoringNewLines(
            "{\"file\":\"" + file + "\",\"rows\":1,\"bytes\":" + file.toFile().length() + "}");
  }

  @Test
  void wrong_arguments_are_refused_before_anything_is_written() {
    Path file = folder.resolve("a.csv");
    for (String[] wrong :
        List.of(
            new String[] {"--from", "2026-02-01", "--to", "2026-01-01"},
            new String[] {"--from", "yesterday"},
            new String[] {"--to", "2999-01-01"},
            new String[] {"--resume", "--force"})) {
      assertThat(export("jobs", "csv", file, wrong).exitCode()).as(wrong[0]).isEqualTo(2);
    }
    assertThat(export("jobs", "excel", file).exitCode()).isEqualTo(2);
    assertThat(export("jobs", "csv", folder.resolve("none").resolve("a.csv")).err())
        .contains("cannot write");
    assertThat(folder).isDirectoryNotContaining(path -> path.toString().contains("a.csv"));
  }

  @Test
  void an_existing_file_is_replaced_only_by_force() throws Exception {
    Path file = Files.writeString(folder.resolve("a.csv"), "mine");
    assertThat(export("jobs", "csv", file).exitCode()).isEqualTo(2);
    assertThat(export("jobs", "csv", file, "--resume").exitCode()).isEqualTo(2);
    assertThat(file).hasContent("mine");
    assertThat(export("jobs", "csv", file, "--force").exitCode()).isZero();
    assertThat(Files.readString(file)).startsWith("id,");
  }

  @Test
  void an_interrupted_export_is_continued_only_with_the_same_options() throws Exception {
    waybill.enqueue(NewJob.builder("t").build());
    Path file = folder.resolve("a.csv");
    String to = Instant.now().plusSeconds(1).toString();
    leaveUnfinished(file, to);
    assertThat(export("jobs", "csv", file).exitCode()).isEqualTo(2);
    assertThat(export("jobs", "ndjson", file, "--resume").exitCode()).isEqualTo(2);
    assertThat(export("jobs", "csv", file, "--resume", "--queue", "q").exitCode()).isEqualTo(2);
    assertThat(export("jobs", "csv", file, "--resume", "--to", "2026-01-01").exitCode())
        .isEqualTo(2);
    assertThat(export("messages", "csv", file, "--resume").exitCode()).isEqualTo(2);
    assertThat(export("jobs", "csv", file, "--resume").exitCode()).isZero();
    assertThat(Files.readString(file)).startsWith("id,tenant\r\n").doesNotContain("torn");
    assertThat(Files.readAllLines(file)).hasSize(2);
  }

  /// The files of an export that was killed after its header.
  private static void leaveUnfinished(Path file, String to) throws Exception {
    String header = "id,tenant\r\n";
    Files.writeString(file.resolveSibling(file.getFileName() + ".part"), header + "torn");
    Files.writeString(
        file.resolveSibling(file.getFileName() + ".resume"),
        "{\"table\":\"jobs\",\"selection\":\"queue=null type=null tag=null\",\"format\":\"csv\","
            + "\"to\":\"%s\",\"bytes\":%d,\"rows\":0}".formatted(to, header.length()));
  }

  @Test
  void a_cursor_that_the_server_refuses_is_reported() throws Exception {
    Path file = folder.resolve("a.csv");
    leaveUnfinished(file, "2026-01-01T00:00:00Z\",\"cursor\":\"x");
    Ran ran = export("jobs", "csv", file, "--resume", "--json");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("\"code\":\"invalid_cursor\"", "--force");
    assertThat(export("jobs", "csv", file, "--force").exitCode()).isZero();
  }

  private String send(String recipient) {
    String id =
        waybill
            .messages()
            .send(
                NewMessage.builder("email", recipient)
                    .subject("Hello Ada")
                    .text(SECRET)
                    .tags("x")
                    .build())
            .messageId();
    eventually(
        () ->
            assertThat(waybill.messages().find(id).orElseThrow().provider().state())
                .isEqualTo("delivered"));
    return id;
  }

  private Path exported(String table, String format, String... more) {
    Path file = folder.resolve(table + "." + format);
    Ran ran = export(table, format, file, more);
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(file).exists();
    return file;
  }

  private Ran export(String table, String format, Path file, String... more) {
    List<String> all =
        new ArrayList<>(List.of("export", table, "--format", format, "--out", file.toString()));
    all.addAll(List.of("--server", service.httpAddress()));
    all.addAll(List.of(more));
    return Ran.waybill(all.toArray(String[]::new));
  }

  private String http(String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(service.httpAddress() + path)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }
}
