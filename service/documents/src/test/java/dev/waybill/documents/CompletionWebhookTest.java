package dev.waybill.documents;

import static dev.waybill.conformance.Eventually.eventually;
import static dev.waybill.documents.DocumentFixture.WEBHOOK_SECRET;
import static dev.waybill.documents.DocumentFixture.file;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.conformance.Seed;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.NewUpload;
import dev.waybill.messages.http.WebhookSignature;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CompletionWebhookTest {

  private @TempDir Path folder;

  private static AcceptedUpload upload(DocumentFixture fixture, CallerHost host) {
    NewUpload asked = NewUpload.to("s1").withWebhook(host.url("/hook"));
    return fixture.documents.upload(asked, List.of(file("a.txt", "hello")));
  }

  private static List<String> bodies(CallerHost host, AcceptedUpload upload) {
    return host.posts.stream()
        .map(call -> new String(call.body(), UTF_8))
        .filter(body -> body.contains("{\"job_id\":\"" + upload.jobId() + "\""))
        .toList();
  }

  @Test
  @Seed("S5.9")
  void a_signed_webhook_tells_that_the_job_of_an_upload_has_ended() throws Exception {
    try (CallerHost host = new CallerHost(Map.of());
        DocumentFixture fixture = new DocumentFixture(folder).started()) {
      AcceptedUpload upload = upload(fixture, host);
      eventually(() -> assertThat(bodies(host, upload)).hasSize(1));
      assertThat(bodies(host, upload).getFirst())
          .contains("\"type\":\"document.ingestion.finished\"")
          .contains("\"session_id\":\"s1\",\"state\":\"completed\",\"outcome\":\"complete\"")
          .contains("\"document_id\":\"" + upload.documents().getFirst().id() + "\"");
      CallerHost.Call call = host.posts.getFirst();
      assertThat(
              WebhookSignature.verify(
                  List.of(WEBHOOK_SECRET),
                  call.headers(),
                  call.body(),
                  InstantSource.system().instant(),
                  Duration.ofMinutes(5)))
          .isEqualTo(WebhookSignature.Verdict.VALID);
    }
  }

  @Test
  @Seed("S5.9")
  void a_webhook_is_sent_once_if_the_server_stops_between_the_end_of_the_job_and_the_webhook()
      throws Exception {
    try (CallerHost host = new CallerHost(Map.of())) {
      AcceptedUpload upload;
      try (DocumentFixture stopped = new DocumentFixture(folder)) {
        upload = upload(stopped, host);
        var _ = stopped.waybill.cancel(upload.jobId());
        stopped.ended(upload);
      }
      assertThat(host.posts).isEmpty();
      for (int restart = 0; restart < 2; restart++) {
        try (DocumentFixture again = new DocumentFixture(folder).started()) {
          eventually(() -> assertThat(bodies(host, upload)).isNotEmpty());
          AcceptedUpload next = upload(again, host);
          eventually(() -> assertThat(bodies(host, next)).hasSize(1));
        }
      }
      assertThat(bodies(host, upload)).hasSize(1).first().asString().contains("\"cancelled\"");
    }
  }

  @Test
  void a_webhook_that_cannot_be_called_refuses_the_upload() {
    try (DocumentFixture fixture = new DocumentFixture(folder)) {
      for (String url : List.of("ftp://example.org", "nonsense", "http://10.1.2.3/hook")) {
        NewUpload asked = NewUpload.to("s1").withWebhook(url);
        assertThatThrownBy(() -> fixture.documents.upload(asked, List.of(file("a.txt", "hello"))))
            .hasMessageContaining("webhook_url");
      }
      assertThat(fixture.jobs()).isEmpty();
    }
  }
}
