package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Quotas;
import dev.waybill.Settings;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

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

  private HttpResponse<byte[]> download(JobId id, String what) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(running.address("/v1/jobs/" + id + "/" + what)).build(),
          HttpResponse.BodyHandlers.ofByteArray());
    }
  }

  @Test
  void a_job_is_found_by_its_request_id() {
    running.post("/v1/jobs", "{\"type\":\"t\"}");
    String id =
        running.post("/v1/jobs", "{\"type\":\"t\",\"request_id\":\"r-1\"}").json().at("id").text();
    Tree page = running.get("/v1/jobs?request_id=r-1").json();
    assertThat(page.at("items").items()).hasSize(1);
    assertThat(page.at("items", 0, "id").text()).isEqualTo(id);
    assertThat(page.has("next_cursor")).isFalse();
    assertThat(running.get("/v1/jobs?request_id=r-1&state=dead").json().at("items").items())
        .isEmpty();
    assertThat(running.get("/v1/jobs?request_id=nobody").json().at("items").items()).isEmpty();
  }

  @Test
  void a_deleted_job_is_gone_and_a_repeat_is_not_found() {
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
  void large_payloads_and_results_come_byte_by_byte() throws Exception {
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
  void json_is_called_json_and_left_as_it_was() throws Exception {
    HttpResponse<byte[]> answer = download(enqueue(Payload.of("{ \"a\" :1}")), "payload");
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("{ \"a\" :1}");
    HttpResponse<byte[]> empty = download(enqueue(Payload.empty()), "payload");
    assertThat(empty.statusCode()).isEqualTo(200);
    assertThat(empty.body()).isEmpty();
  }

  @Test
  void a_tenant_over_its_quota_is_told_to_try_later() {
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
