package dev.waybill.server.http.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.http.Running;
import dev.waybill.server.http.api.ConsoleSettings;
import dev.waybill.server.http.api.HttpLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages of [SmallPages] over a real server.
final class ConsolePagesTest {

  private static final String SCRIPT = "/console/assets/1/app.js";

  private @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Running server;

  @BeforeEach
  void start() {
    server = Running.in(folder);
  }

  @AfterEach
  void stop() {
    server.close();
    client.shutdownNow();
  }

  @Test
  void the_root_leads_to_the_console() {
    for (String path : List.of("/", "/console")) {
      Running.Answer answer = server.get(path);
      assertThat(answer.status()).isEqualTo(302);
      assertThat(answer.header("Location")).isEqualTo("/console/");
    }
  }

  @Test
  void every_page_has_a_strict_policy() {
    for (String path : List.of("/console/", SCRIPT, "/console/jobs/1")) {
      Running.Answer answer = server.get(path);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("Content-Security-Policy"))
          .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
          .doesNotContain("unsafe", "http:", "https:", "*");
      assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
      assertThat(answer.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
    }
  }

  @Test
  void a_page_is_checked_again_and_a_file_with_a_version_is_kept() {
    assertThat(server.get("/console/").header("Cache-Control")).isEqualTo("no-cache");
    assertThat(server.get(SCRIPT).header("Cache-Control")).contains("immutable");
    assertThat(server.get("/v1/jobs").header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void a_known_file_is_not_sent_again() {
    for (String tags : List.of("\"script\"", "\"x\", W/\"script\"", "*")) {
      Running.Answer answer = server.get(SCRIPT, "If-None-Match", tags);
      assertThat(answer.status()).as(tags).isEqualTo(304);
      assertThat(answer.body()).isEmpty();
      assertThat(answer.header("ETag")).isEqualTo("\"script\"");
    }
    assertThat(server.get(SCRIPT, "If-None-Match", "\"other\"").status()).isEqualTo(200);
    assertThat(server.get(SCRIPT).body()).isEqualTo(SmallPages.SCRIPT);
  }

  @Test
  void a_long_text_is_compressed_for_browsers_that_accept_it() throws Exception {
    HttpResponse<byte[]> zipped = bytes(SCRIPT, "br, gzip;q=0.8");
    assertThat(zipped.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(zipped.headers().firstValue("ETag")).contains("\"script-gzip\"");
    assertThat(zipped.headers().firstValue("Vary")).contains("Accept-Encoding");
    assertThat(zipped.body()).hasSizeLessThan(500);
    assertThat(unzipped(zipped.body())).isEqualTo(SmallPages.SCRIPT);
    assertThat(server.get(SCRIPT, "If-None-Match", "\"script-gzip\"").status()).isEqualTo(200);
    for (String accepted : List.of("br", "gzip;q=0", "identity")) {
      assertThat(bytes(SCRIPT, accepted).headers().firstValue("Content-Encoding")).isEmpty();
    }
    assertThat(bytes("/console/assets/1/icon.png", "gzip").body()).hasSize(3);
  }

  @Test
  void a_missing_file_is_a_problem_document_and_not_a_page() {
    for (String path :
        List.of("/console/assets/2/app.js", "/console/..%2e/x", "/console/a/..%5c..%5cx")) {
      Running.Answer answer = server.get(path);
      assertThat(answer.status()).as(path).isIn(400, 404);
      assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }
  }

  @Test
  void pages_are_only_read() {
    Running.Answer answer =
        server.send("/console/", request -> request.method("POST", BodyPublishers.noBody()));
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow")).isEqualTo("GET, HEAD");
    Running.Answer head =
        server.send(SCRIPT, request -> request.method("HEAD", BodyPublishers.noBody()));
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Length")).isEqualTo("" + SmallPages.SCRIPT.length());
  }

  @Test
  void other_paths_stay_as_they_are() {
    assertThat(server.get("/docs").header("Content-Type")).startsWith("text/html");
    assertThat(server.get("/v1/info").status()).isEqualTo(200);
    assertThat(server.get("/consoles").status()).isEqualTo(404);
  }

  @Test
  void without_the_console_the_root_leads_to_the_docs(@TempDir Path other) {
    HttpLimits limits = HttpLimits.DEFAULT.withConsole(ConsoleSettings.DEFAULT.withEnabled(false));
    try (Running plain = Running.in(other, limits)) {
      assertThat(plain.get("/").header("Location")).isEqualTo("/docs");
      assertThat(plain.get("/console/").status()).isEqualTo(404);
    }
  }

  private HttpResponse<byte[]> bytes(String path, String accepted)
      throws IOException, InterruptedException {
    URI address = server.address(path);
    HttpRequest request =
        HttpRequest.newBuilder(address).header("Accept-Encoding", accepted).build();
    return client.send(request, BodyHandlers.ofByteArray());
  }

  private static String unzipped(byte[] bytes) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
