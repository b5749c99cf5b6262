package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.JobId;
import dev.waybill.JobText;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.conformance.Promise;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Quotas;
import dev.waybill.settings.Settings;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
final class JobDataTest {

  private static final int QUOTA = 4;

  @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    Settings settings = Settings.DEFAULT.withQuotas(new Quotas(QUOTA, 0));
    running = Running.in(folder, HttpLimits.DEFAULT, settings);
  }

  @AfterEach
  void stop() {
    running.close();
  }

  private Running.Answer delete(JobId id) {
    return running.send("/v1/jobs/" + id, HttpRequest.Builder::DELETE);
  }

  private JobId enqueue(Payload payload) {
    return running.waybill().enqueue(NewJob.builder("t").payload(payload).build()).id();
  }

  private HttpResponse<byte[]> download(JobId id, String what, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(running.address("/v1/jobs/" + id + "/" + what));
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          (headers.length == 0 ? request : request.headers(headers)).build(),
          HttpResponse.BodyHandlers.ofByteArray());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "bytes=0-9,             0,       10",
    "bytes=70000-200000,    70000,   200001",
    "bytes=2999990-,        2999990, 3000000",
    "bytes=2999990-9999999, 2999990, 3000000",
    "bytes=-5,              2999995, 3000000",
    "bytes=-9999999,        0,       3000000",
  })
  void a_range_of_a_large_payload_is_sent(String range, int from, int to) throws Exception {
    byte[] payload = new byte[3_000_000];
    new Random(1).nextBytes(payload);
    HttpResponse<byte[]> part = download(enqueue(Payload.wrap(payload)), "payload", "Range", range);
    assertThat(part.statusCode()).isEqualTo(206);
    assertThat(part.body()).isEqualTo(Arrays.copyOfRange(payload, from, to));
    assertThat(part.headers().firstValue("Content-Range"))
        .hasValue("bytes %d-%d/3000000".formatted(from, to - 1));
    assertThat(part.headers().firstValue("Accept-Ranges")).hasValue("bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=10-", "bytes=20-30", "bytes=-0", "bytes=7-3"})
  void an_unsatisfiable_range_is_refused_with_the_size(String range) throws Exception {
    HttpResponse<byte[]> refused =
        download(enqueue(Payload.of("0123456789")), "payload", "Range", range);
    assertThat(refused.statusCode()).isEqualTo(416);
    assertThat(refused.headers().firstValue("Content-Range")).hasValue("bytes */10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes=0-1,4-5", "lines=0-1", "bytes=-", "bytes=a-b"})
  void an_unsupported_range_is_ignored(String range) throws Exception {
    HttpResponse<byte[]> whole =
        download(enqueue(Payload.of("0123456789")), "payload", "Range", range);
    assertThat(whole.statusCode()).isEqualTo(200);
    assertThat(whole.body()).hasSize(10);
  }

  @Test
  void a_download_resumes_only_if_the_content_is_the_same() throws Exception {
    JobId id = enqueue(Payload.of("0123456789"));
    String etag = download(id, "payload").headers().firstValue("ETag").orElseThrow();
    String[] same = {"Range", "bytes=5-", "If-Range", etag};
    String[] other = {"Range", "bytes=5-", "If-Range", "\"other\""};
    assertThat(download(id, "payload", same).body()).isEqualTo("56789".getBytes(UTF_8));
    assertThat(download(id, "payload", other).statusCode()).isEqualTo(200);
  }

  @Test
  void a_head_request_returns_the_size_and_no_body() throws Exception {
    JobId id = enqueue(Payload.wrap(new byte[2_000_000]));
    Running.Answer head = running.send("/v1/jobs/" + id + "/payload", HttpRequest.Builder::HEAD);
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Length")).isEqualTo("2000000");
  }

  @Test
  @Promise("E1")
  void a_damaged_payload_aborts_the_download() throws Exception {
    JobId id = enqueue(Payload.wrap(new byte[2_000_000]));
    damageTheOnlyBlob();
    assertThatThrownBy(() -> download(id, "payload")).isInstanceOf(IOException.class);
    assertThat(download(id, "payload", "Range", "bytes=0-99").body()).hasSize(100);
  }

  private void damageTheOnlyBlob() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("blobs"))) {
      Path blob =
          files.filter(file -> file.toFile().length() > 1_000_000).findFirst().orElseThrow();
      byte[] bytes = Files.readAllBytes(blob);
      bytes[1_500_000] ^= 1;
      Files.write(blob, bytes);
    }
  }

  @Test
  void the_server_reports_the_capabilities_of_its_store() {
    Tree info = running.get("/v1/info").json();
    assertThat(info.at("version").text()).isNotEmpty();
    assertThat(info.at("store").text()).isEqualTo("embedded");
    assertThat(info.at("durability").text()).isEqualTo("power_cut");
    assertThat(info.at("ordering").text()).isEqualTo("strict");
    assertThat(info.at("listing").text()).isEqualTo("any_filter");
    assertThat(info.at("shared").flag()).isFalse();
    assertThat(info.at("atomic_fan_out").flag()).isFalse();
    assertThat(info.at("search").flag()).isTrue();
  }

  @Test
  void jobs_are_filtered_by_each_text() {
    running.post("/v1/jobs", "{\"type\":\"t\"}");
    for (JobText text : JobText.FILTERS) {
      String job = "{\"type\":\"t\",\"" + text.field() + "\":\"r-1\"}";
      String id = running.post("/v1/jobs", job).json().at("id").text();
      String list = "/v1/jobs?" + text.field() + "=";
      Tree page = running.get(list + "r-1").json();
      assertThat(page.at("items").items()).hasSize(1);
      assertThat(page.at("items", 0, "id").text()).isEqualTo(id);
      assertThat(page.at("items", 0, text.field()).text()).isEqualTo("r-1");
      assertThat(page.has("next_cursor")).isFalse();
      assertThat(running.get(list + "r-1&state=dead").json().at("items").items()).isEmpty();
      assertThat(running.get(list + "nobody").json().at("items").items()).isEmpty();
    }
  }

  @Test
  void a_deleted_job_is_not_found_and_deleting_it_again_neither() {
    JobId id = enqueue(Payload.of("{}"));
    assertThat(delete(id).status()).isEqualTo(200);
    for (String path : new String[] {"", "/events", "/attempts", "/payload", "/result"}) {
      assertThat(running.get("/v1/jobs/" + id + path).status()).as(path).isEqualTo(404);
    }
    assertThat(delete(id).code()).isEqualTo("not_found");
  }

  @Test
  void a_running_job_is_not_deleted() {
    JobId id = enqueue(Payload.of("{}"));
    running.waybill().lease(LeaseRequest.of("default", "w"));
    Running.Answer refused = delete(id);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.code()).isEqualTo("wrong_state");
    assertThat(running.get("/v1/jobs/" + id).status()).isEqualTo(200);
  }

  @Test
  void large_payloads_and_results_are_downloaded_unchanged() throws Exception {
    byte[] payload = new byte[3_000_000];
    new Random(1).nextBytes(payload);
    byte[] result = new byte[100_000];
    new Random(2).nextBytes(result);
    JobId id = enqueue(Payload.of(payload));
    assertThat(download(id, "result").statusCode()).isEqualTo(404);
    Lease lease = running.waybill().lease(LeaseRequest.of("default", "w")).getFirst();
    running.waybill().settle(lease.token(), new Outcome.Done(Payload.of(result)));
    HttpResponse<byte[]> first = download(id, "payload");
    assertThat(first.body()).isEqualTo(payload);
    assertThat(first.headers().firstValue("Content-Type")).hasValue("application/octet-stream");
    assertThat(first.headers().firstValueAsLong("Content-Length")).hasValue(payload.length);
    assertThat(download(id, "result").body()).isEqualTo(result);
  }

  @Test
  void json_is_downloaded_as_json_and_unchanged() throws Exception {
    HttpResponse<byte[]> answer = download(enqueue(Payload.of("{ \"a\" :1}")), "payload");
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("{ \"a\" :1}");
    HttpResponse<byte[]> empty = download(enqueue(Payload.empty()), "payload");
    assertThat(empty.statusCode()).isEqualTo(200);
    assertThat(empty.body()).isEmpty();
  }

  @Test
  void a_tenant_over_its_quota_is_told_to_retry_later() {
    for (int n = 0; n < QUOTA; n++) {
      enqueue(Payload.empty());
    }
    Running.Answer refused = running.post("/v1/jobs", "{\"type\":\"t\"}");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("quota_exceeded");
    assertThat(refused.header("Retry-After")).isNotEmpty();
    running.waybill().tenant("other").enqueue(NewJob.of("t", "{}"));
  }
}
