package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.admin.Scope;
import dev.waybill.conformance.Seed;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.NewFile;
import dev.waybill.document.NewUpload;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What keys with one scope may do with documents.
final class DocumentPermissionsTest {

  private static final int FORBIDDEN = 403;

  private @TempDir Path folder;
  private Guarded server;
  private AcceptedUpload upload;

  @BeforeEach
  void start() {
    server = Guarded.withoutMaintenance(folder);
    upload =
        server
            .waybill
            .tenant("acme")
            .documents()
            .upload(
                NewUpload.to("s1"),
                List.of(new NewFile("<b>\"report\".txt", Payload.of("a gull sings"))));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String document() {
    return "/v1/documents/" + upload.documents().getFirst().id();
  }

  private String key(Scope scope) {
    return server.key("acme", scope).text();
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String key)
      throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          request.header("Authorization", "Bearer " + key).build(), BodyHandlers.ofString());
    }
  }

  /// The calls that a key is allowed to make.
  private List<String> allowed(String key) {
    Map<String, String> calls =
        Map.of(
            "GET /v1/documents",
            "",
            "GET /v1/sessions/s1/documents",
            "",
            "GET " + document(),
            "",
            "GET " + document() + "/content",
            "",
            "POST /v1/search",
            "{\"query\": \"\"}",
            "POST /v1/leases",
            "{}",
            "POST /v1/leases/settle",
            "{}",
            "POST " + document() + "x/erase",
            "",
            "DELETE " + document() + "x",
            "");
    return calls.entrySet().stream()
        .filter(
            call -> {
              String[] parts = call.getKey().split(" ", 2);
              return server.call(parts[0], parts[1], call.getValue(), key).status() != FORBIDDEN;
            })
        .map(call -> call.getKey().replace(document(), "/ID"))
        .sorted()
        .toList();
  }

  private static HttpRequest.Builder form(HttpRequest.Builder request) {
    String part = "--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.txt\"";
    return request
        .header("Content-Type", "multipart/form-data; boundary=b")
        .POST(BodyPublishers.ofString(part + "\r\n\r\nThe sea is calm.\r\n--b--\r\n"));
  }

  @Test
  @Seed("S5.14")
  void a_key_that_may_produce_uploads_and_does_nothing_else()
      throws IOException, InterruptedException {
    String key = key(Scope.PRODUCE);
    HttpRequest.Builder form =
        form(HttpRequest.newBuilder(server.address("/v1/sessions/s1/documents")));
    assertThat(send(form, key).statusCode()).isEqualTo(202);
    assertThat(allowed(key)).isEmpty();
  }

  @Test
  @Seed("S5.14")
  void a_key_that_may_work_leases_and_reads_files_of_running_jobs_and_does_nothing_else()
      throws IOException, InterruptedException {
    String key = key(Scope.WORK);
    assertThat(allowed(key)).containsExactly("POST /v1/leases", "POST /v1/leases/settle");
    Waybill acme = server.waybill.tenant("acme");
    Lease lease = acme.lease(LeaseRequest.of("documents", "worker")).getFirst();
    assertThat(allowed(key))
        .containsExactly("GET /ID/content", "POST /v1/leases", "POST /v1/leases/settle");
    acme.settle(lease.token(), Outcome.done());
    assertThat(allowed(key)).doesNotContain("GET /ID/content");
    acme.enqueue(
        NewJob.builder("document_ingestion")
            .queue("documents")
            .payload(lease.job().request().payload())
            .build());
    acme.lease(LeaseRequest.of("documents", "worker"));
    assertThat(allowed(key)).as("a job that embeds it again").contains("GET /ID/content");
    HttpRequest.Builder form =
        form(HttpRequest.newBuilder(server.address("/v1/sessions/s1/documents")));
    assertThat(send(form, key).statusCode()).isEqualTo(FORBIDDEN);
  }

  @Test
  void a_file_is_downloaded_as_bytes_that_no_browser_runs()
      throws IOException, InterruptedException {
    HttpRequest.Builder whole = HttpRequest.newBuilder(server.address(document() + "/content"));
    HttpResponse<String> answer = send(whole, key(Scope.READ));
    assertThat(answer.body()).isEqualTo("a gull sings");
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/octet-stream");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.headers().firstValue("Content-Disposition"))
        .contains("attachment; filename*=UTF-8''%3Cb%3E%22report%22.txt");
    HttpRequest.Builder range =
        HttpRequest.newBuilder(server.address(document() + "/content"))
            .header("Range", "bytes=2-5");
    HttpResponse<String> part = send(range, key(Scope.READ));
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo("gull");
    assertThat(server.get("/v1/documents/unknown/content", key(Scope.READ)).status())
        .isEqualTo(404);
    String other = server.key("other", Scope.READ).text();
    assertThat(server.get(document() + "/content", other).status()).isEqualTo(404);
  }
}
