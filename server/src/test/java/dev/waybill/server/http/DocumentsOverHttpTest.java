package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.admin.Scope;
import dev.waybill.conformance.Seed;
import dev.waybill.documents.DocumentsProvider;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Documents over HTTP, with the real parser, model and index.
@Timeout(300)
final class DocumentsOverHttpTest {

  private static final String GUIDE =
      """
      # Lighthouse guide

      ## Opening hours

      The tower is open from nine to five, except on Mondays.

      ## History

      The lamp was built by a family of watchmakers in 1874.
      """;

  private static final Set<String> ENDED = Set.of("completed", "failed", "dead");

  private @TempDir static Path folder;
  private static Running running;

  @BeforeAll
  static void start() {
    Settings settings =
        Settings.DEFAULT
            .withServiceSetting(DocumentsProvider.PATH, folder.resolve("documents").toString())
            .withServiceSetting(MessagesProvider.ALLOW_NETWORKS, "127.0.0.0/8");
    running = Running.in(folder.resolve("data"), HttpLimits.DEFAULT, settings);
  }

  @AfterAll
  static void stop() {
    running.close();
  }

  private static Running.Answer upload(String path, String key, String... namesAndTexts) {
    StringBuilder form = new StringBuilder();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      form.append("--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"")
          .append(namesAndTexts[i])
          .append("\"\r\n\r\n")
          .append(namesAndTexts[i + 1])
          .append("\r\n");
    }
    String body = form + "--b--\r\n";
    return running.send(
        path,
        request ->
            request
                .header("Content-Type", "multipart/form-data; boundary=b")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body)));
  }

  private static Running.Answer ended(Running.Answer upload) {
    String id = upload.json().at("job_id").text();
    Running.Answer job = running.get("/v1/jobs/" + id + "?wait=60s");
    while (!ENDED.contains(job.json().at("state").text())) {
      job = running.get("/v1/jobs/" + id + "?wait=60s");
    }
    return job;
  }

  @Test
  @Seed({"S5.1", "S5.8", "S5.9", "S5.14"})
  void a_question_finds_the_passage_of_an_uploaded_file() {
    String page = "<html><body><h1>Ships</h1><p>The ferry sails at noon.</p></body></html>";
    Running.Answer upload =
        upload("/v1/sessions/s1/documents", "k1", "guide.md", GUIDE, "ships.html", page);
    assertThat(upload.status()).isEqualTo(202);
    assertThat(upload.json().at("documents").at(1).at("file_type").text()).isEqualTo("html");
    Running.Answer job = ended(upload);
    assertThat(job.json().at("state").text()).isEqualTo("completed");
    Running.Answer found =
        running.post(
            "/v1/search",
            "{\"query\": \"who made the lamp?\", \"session_id\": \"s1\", \"limit\": 1}");
    assertThat(found.status()).isEqualTo(200);
    Tree best = found.json().at("items").at(0);
    assertThat(best.at("text").text()).contains("watchmakers");
    assertThat(best.at("name").text()).isEqualTo("guide.md");
    assertThat(best.at("headings").at(1).text()).isEqualTo("History");
    assertThat(upload("/v1/sessions/s1/documents", "k1", "guide.md", GUIDE, "ships.html", page))
        .satisfies(again -> assertThat(again.status()).isEqualTo(200))
        .satisfies(
            again ->
                assertThat(again.json().at("job_id").text())
                    .isEqualTo(upload.json().at("job_id").text()));
  }

  @Test
  @Seed("S5.9")
  void the_paths_of_the_seed_work_as_well() {
    Running.Answer upload = upload("/sessions/s2/documents", "k2", "a.txt", "The sea is calm.");
    assertThat(upload.status()).isEqualTo(202);
    String id = upload.json().at("job_id").text();
    assertThat(ended(upload).json().at("state").text()).isEqualTo("completed");
    assertThat(running.get("/jobs/" + id).json().at("state").text()).isEqualTo("completed");
  }

  @Test
  @Seed("S5.2")
  void a_file_of_an_unknown_type_is_refused_and_nothing_is_stored() {
    Running.Answer upload =
        upload("/v1/sessions/s3/documents", "k3", "a.txt", "text", "b.txt", "PK\u0003\u0004 zip");
    assertThat(upload.status()).isEqualTo(400);
    assertThat(running.get("/v1/sessions/s3/documents").json().at("items").items()).isEmpty();
  }

  @Test
  @Seed("S5.1")
  void files_are_uploaded_by_url_if_their_address_is_allowed() {
    String own = running.address("/docs").toString();
    Running.Answer upload =
        running.post("/sessions/s8/documents?priority=high", "{\"urls\": [\"" + own + "\"]}");
    assertThat(upload.status()).isEqualTo(202);
    assertThat(upload.json().at("documents").at(0).at("file_type").text()).isEqualTo("html");
    Running.Answer refused =
        running.post("/v1/sessions/s9/documents", "{\"urls\": [\"http://10.0.0.1/a?key=1\"]}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("detail").text())
        .startsWith("cannot download http://10.0.0.1/a: the address of 10.0.0.1 is not public");
    assertThat(running.post("/v1/sessions/s9/documents", "{\"urls\": 7}").status()).isEqualTo(400);
    assertThat(running.get("/v1/sessions/s9/documents").json().at("items").items()).isEmpty();
  }

  @Test
  @Seed("S5.11")
  void a_broken_file_fails_with_stage_and_code() {
    Running.Answer upload =
        upload("/v1/sessions/s4/documents", "k4", "b.pdf", "%PDF-1.7\nthis is not a PDF");
    assertThat(upload.status()).isEqualTo(202);
    assertThat(ended(upload).json().at("state").text()).isEqualTo("failed");
    String id = upload.json().at("documents").at(0).at("document_id").text();
    Tree document = running.get("/v1/documents/" + id).json();
    assertThat(document.at("state").text()).isEqualTo("failed");
    assertThat(document.at("failure").at("stage").text()).isEqualTo("parse");
    assertThat(document.at("failure").at("code").text()).isEqualTo("invalid_format");
  }

  @Test
  void a_document_is_erased_with_a_receipt() {
    Running.Answer upload =
        upload("/v1/sessions/s5/documents", "k5", "a.txt", "The zeppelin landed.");
    ended(upload);
    String id = upload.json().at("documents").at(0).at("document_id").text();
    Running.Answer receipt = running.post("/v1/documents/" + id + "/erase", "");
    assertThat(receipt.status()).isEqualTo(200);
    assertThat(receipt.json().at("documents").at(0).at("document_id").text()).isEqualTo(id);
    assertThat(running.get("/v1/documents/" + id).status()).isEqualTo(404);
    assertThat(
            running
                .post("/v1/search", "{\"query\": \"zeppelin\", \"session_id\": \"s5\"}")
                .json()
                .at("items")
                .items())
        .isEmpty();
  }

  @Test
  @Seed("S5.6")
  void a_diagram_is_drawn_shown_and_deleted_with_its_document() {
    Running.Answer upload = upload("/v1/sessions/s6/documents", "k6", "guide.md", GUIDE);
    ended(upload);
    Running.Answer created = running.post("/v1/sessions/s6/diagrams", "{\"kind\": \"outline\"}");
    assertThat(created.status()).isEqualTo(202);
    Tree result = ended(created).json().at("result");
    assertThat(result.at("mermaid").text())
        .isEqualTo(
            """
            mindmap
              n0["guide.md"]
                n1["Lighthouse guide"]
                  n2["Opening hours"]
                  n3["History"]
            """);
    String path = "/v1/diagrams/" + created.json().at("diagram_id").text();
    assertThat(running.get(path).json().at("documents").at(0).at("name").text())
        .isEqualTo("guide.md");
    Running.Answer picture = running.get(result.at("svg").text());
    assertThat(picture.body()).startsWith("<svg").contains("Opening hours");
    assertThat(picture.header("Content-Type")).contains("image/svg+xml");
    assertThat(picture.header("Content-Security-Policy")).contains("default-src 'none'; sandbox");
    String id = upload.json().at("documents").at(0).at("document_id").text();
    assertThat(running.post("/v1/documents/" + id + "/erase", "").status()).isEqualTo(200);
    assertThat(running.get(path).status()).isEqualTo(404);
    assertThat(running.get(path + "/svg").status()).isEqualTo(404);
    assertThat(running.get("/v1/jobs/" + created.json().at("job_id").text()).status())
        .isEqualTo(404);
  }

  @Test
  void a_repeated_request_for_a_diagram_is_the_earlier_one() {
    ended(upload("/v1/sessions/s7/documents", "k7", "a.txt", "The sea is calm."));
    String body = "{\"kind\": \"terms\"}";
    Running.Answer first = diagram("/v1/sessions/s7/diagrams", "d7", body);
    Running.Answer again = diagram("/v1/sessions/s7/diagrams", "d7", body);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotent-Replayed")).contains("true");
    assertThat(again.json().at("diagram_id").text())
        .isEqualTo(first.json().at("diagram_id").text());
    assertThat(diagram("/v1/sessions/s7/diagrams", "d7", "{\"kind\": \"outline\"}").status())
        .isEqualTo(422);
    assertThat(diagram("/v1/sessions/s7/diagrams?priority=urgent", "x", body).status())
        .isEqualTo(400);
    assertThat(diagram("/v1/sessions/none/diagrams", "y", body).status()).isEqualTo(400);
  }

  private static Running.Answer diagram(String path, String key, String body) {
    return running.send(
        path,
        request ->
            request
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body)));
  }

  @Test
  @Seed("S5.13")
  void a_key_to_upload_cannot_process_and_a_key_to_process_cannot_upload(@TempDir Path guarded) {
    try (Guarded server = new Guarded(guarded, Guarded.TOLERANT)) {
      String uploads = server.key("t", Scope.PRODUCE).text();
      String processes = server.key("t", Scope.WORK).text();
      String lease = "{\"queue\": \"documents\", \"worker\": \"w\"}";
      assertThat(server.post("/v1/leases", lease, uploads).status()).isEqualTo(403);
      assertThat(server.post("/v1/search", "{\"query\": \"x\"}", uploads).status()).isEqualTo(403);
      assertThat(server.post("/v1/sessions/s/documents", "{}", processes).status()).isEqualTo(403);
      assertThat(server.post("/v1/sessions/s/documents", "{}", uploads).status()).isEqualTo(400);
      assertThat(server.post("/v1/leases", lease, processes).status()).isEqualTo(200);
    }
  }
}
