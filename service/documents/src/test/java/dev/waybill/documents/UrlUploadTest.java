package dev.waybill.documents;

import static dev.waybill.documents.DocumentFixture.TENANT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Page;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Seed;
import dev.waybill.document.AcceptedUpload;
import dev.waybill.document.Document;
import dev.waybill.document.NewUpload;
import dev.waybill.documents.CallerHost.Answer;
import dev.waybill.documents.upload.UploadLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UrlUploadTest {

  private static final NewUpload TO = NewUpload.to("s1");

  private @TempDir Path folder;

  private static CallerHost host() throws IOException {
    return new CallerHost(
        Map.of(
            "/a.txt", Answer.file("hello".getBytes(UTF_8)),
            "/docs/b%20c.txt", Answer.file("world".getBytes(UTF_8)),
            "/docs/b c.txt", Answer.file("world".getBytes(UTF_8)),
            "/moved", Answer.redirect("/a.txt"),
            "/loop", Answer.redirect("/loop"),
            "/inside", Answer.redirect("http://10.0.0.1/a.txt"),
            "/file", Answer.redirect("file:///etc/passwd")));
  }

  @Test
  @Seed({"S5.1", "S5.2"})
  void files_behind_urls_are_downloaded_and_become_documents() throws Exception {
    try (CallerHost host = host();
        DocumentFixture fixture = new DocumentFixture(folder)) {
      List<String> urls =
          List.of(host.url("/a.txt"), host.url("/docs/b%20c.txt?key=1"), host.url("/moved"));
      AcceptedUpload upload = fixture.documents.uploadFrom(TO, urls);
      assertThat(upload.documents())
          .extracting(Document::name)
          .containsExactly("a.txt", "b c.txt", "moved");
      assertThat(fixture.documents.content(upload.documents().get(1).id()).text())
          .isEqualTo("world");
      assertThat(fixture.jobs()).hasSize(1);
    }
  }

  @Test
  void a_url_that_cannot_be_downloaded_refuses_the_upload_and_nothing_stays() throws Exception {
    try (CallerHost host = host();
        DocumentFixture fixture = new DocumentFixture(folder)) {
      assertRefused(
          fixture, host, "/gone?secret=1", "cannot download " + host.url("/gone") + ": ", "404");
      assertRefused(fixture, host, "/loop", "more than 5 redirects");
      assertRefused(fixture, host, "/inside", "the address of 10.0.0.1 is not public");
      assertRefused(fixture, host, "/file", "malformed redirect");
      assertThat(fixture.jobs()).isEmpty();
      assertThat(fixture.documents.list("s1", Page.Request.FIRST).items()).isEmpty();
      assertThat(fixture.backend.blobs().find(TENANT, "sessions/s1/docs/a.txt")).isEmpty();
    }
  }

  private static void assertRefused(
      DocumentFixture fixture, CallerHost host, String path, String... texts) {
    List<String> urls = List.of(host.url("/a.txt"), host.url(path));
    assertThatThrownBy(() -> fixture.documents.uploadFrom(TO, urls))
        .hasMessageContainingAll(texts)
        .hasMessageNotContaining("secret");
  }

  @Test
  void urls_beyond_the_limits_are_refused() throws Exception {
    try (CallerHost host = host();
        DocumentFixture fixture =
            new DocumentFixture(folder, new UploadLimits(2, 4, 15), jobs -> jobs)) {
      assertCode(fixture, Code.PAYLOAD_TOO_LARGE, List.of(host.url("/a.txt")));
      assertCode(fixture, Code.TOO_MANY_ITEMS, Collections.nCopies(3, host.url("/a.txt")));
      assertCode(fixture, Code.INVALID_ARGUMENT, List.of());
      assertCode(fixture, Code.INVALID_ARGUMENT, List.of("ftp://example.org/a"));
      assertCode(fixture, Code.INVALID_ARGUMENT, List.of("http://user:pw@example.org/a"));
      assertCode(fixture, Code.INVALID_ARGUMENT, List.of("http://192.168.1.1/a"));
    }
  }

  private static void assertCode(DocumentFixture fixture, Code code, List<String> urls) {
    assertThatThrownBy(() -> fixture.documents.uploadFrom(TO, urls))
        .isInstanceOfSatisfying(
            WaybillException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }
}
