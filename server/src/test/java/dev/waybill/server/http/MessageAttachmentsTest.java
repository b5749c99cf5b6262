package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.conformance.Seed;
import dev.waybill.message.Attachment;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Attachments over HTTP: in the document of a message to send, and as downloads.
@Timeout(180)
final class MessageAttachmentsTest {

  private static final String MESSAGES = "/v1/messages";

  private final byte[] bytes = new byte[100_000];
  private @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    new Random(1).nextBytes(bytes);
    running = Running.in(folder);
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  @Seed("S2.27")
  void an_attachment_is_listed_and_downloaded_and_gone_after_erasure() throws Exception {
    String id = send(message("Rechnung für Ada.pdf", "application/pdf")).at("message_id").text();
    Tree shown = Tree.parse(running.get(MESSAGES + "/" + id).body()).at("attachments", 0);
    assertThat(shown.at("name").text()).isEqualTo("Rechnung für Ada.pdf");
    assertThat(shown.at("content_type").text()).isEqualTo("application/pdf");
    assertThat(shown.at("size").number()).isEqualTo(bytes.length);
    assertThat(shown.at("sha256").text())
        .isEqualTo(Attachment.of("a", "a/b", Payload.of(bytes)).sha256());
    assertThat(running.get(MESSAGES + "/" + id).body()).doesNotContain("content_base64");

    HttpResponse<byte[]> all = download(id, "1");
    assertThat(all.statusCode()).isEqualTo(200);
    assertThat(all.body()).isEqualTo(bytes);
    assertThat(all.headers().firstValue("Content-Type")).hasValue("application/octet-stream");
    assertThat(all.headers().firstValue("Content-Disposition"))
        .hasValue("attachment; filename*=UTF-8''Rechnung%20f%C3%BCr%20Ada.pdf");
    HttpResponse<byte[]> part = download(id, "1", "Range", "bytes=70000-70009");
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo(Arrays.copyOfRange(bytes, 70_000, 70_010));

    running.waybill().messages().erase(id);
    assertThat(download(id, "1").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource({"0", "2", "01", "x", "-1"})
  void a_number_without_an_attachment_is_not_found(String number) throws Exception {
    String id = send(message("a.pdf", "application/pdf")).at("message_id").text();
    assertThat(download(id, number).statusCode()).isEqualTo(404);
    assertThat(download("none", "1").statusCode()).isEqualTo(404);
  }

  @Test
  void the_pointer_names_the_wrong_attachment_of_a_message_and_of_a_batch() {
    String bad = message("../a.pdf", "application/pdf");
    assertThat(send(bad).at("errors", 0, "pointer").text()).isEqualTo("/attachments/0/name");
    String some = "{\"messages\":[%s,%s]}".formatted(message("a", "a/b"), bad);
    Tree results = Tree.parse(running.post(MESSAGES + "/batch", some).body());
    assertThat(results.at("results", 0).has("message_id")).isTrue();
    assertThat(results.at("results", 1, "error", "errors", 0, "pointer").text())
        .isEqualTo("/attachments/0/name");
    String noBase64 =
        message("a", "a/b").replaceAll("content_base64\":\"[^\"]+", "content_base64\":\"?");
    assertThat(send(noBase64).at("errors", 0, "pointer").text())
        .isEqualTo("/attachments/0/content_base64");
  }

  private Tree send(String message) {
    return Tree.parse(running.post(MESSAGES, message).body());
  }

  private String message(String name, String type) {
    return """
    {"channel":"email","recipient":"ada@example.org","body":{"text":"x"},
     "attachments":[{"name":"%s","content_type":"%s","content_base64":"%s"}]}\
    """
        .formatted(name, type, Base64.getEncoder().encodeToString(bytes));
  }

  private HttpResponse<byte[]> download(String id, String number, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(running.address(MESSAGES + "/" + id + "/attachments/" + number));
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          (headers.length == 0 ? request : request.headers(headers)).build(),
          HttpResponse.BodyHandlers.ofByteArray());
    }
  }
}
