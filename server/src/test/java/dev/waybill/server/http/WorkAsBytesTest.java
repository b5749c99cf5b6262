package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Lease;
import dev.waybill.Outcome;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.result.Settled;
import dev.waybill.wire.job.WorkBytes;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Leases, outcomes and answers in the binary format.
final class WorkAsBytesTest {

  private static final String LEASES = "/v1/leases";
  private static final String SETTLE = "/v1/leases/settle";

  private final HttpClient client = HttpClient.newHttpClient();
  private @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    running = Running.in(folder);
  }

  @AfterEach
  void stop() {
    running.close();
    client.close();
  }

  @Test
  void jobs_are_leased_and_settled_without_json() throws Exception {
    running.post("/v1/jobs", "{\"type\":\"t\",\"queue\":\"q\",\"payload\":{ \"a\" : 1 }}");
    String path =
        running
            .post("/v1/jobs", "{\"type\":\"t\",\"queue\":\"q\",\"tags\":[\"x\"]}")
            .header("Location");

    HttpResponse<byte[]> leased = lease();
    assertThat(leased.headers().firstValue("Content-Type")).contains(WorkBytes.MEDIA_TYPE);
    List<Lease> leases = WorkBytes.readLeases(leased.body());
    assertThat(leases.getFirst().job().payload().text()).isEqualTo("{ \"a\" : 1 }");
    assertThat(leases.getLast().job().tags()).containsExactly("x");

    byte[] outcomes =
        WorkBytes.settlements(
            List.of(
                new Settlement(leases.getFirst().token(), Outcome.done()),
                new Settlement(leases.getLast().token(), Outcome.done("[42]"))));
    HttpResponse<byte[]> settled = settle(outcomes);

    assertThat(WorkBytes.readResults(settled.body()))
        .containsExactly(new Settled(State.COMPLETED), new Settled(State.COMPLETED));
    assertThat(running.get(path).json().at("result", 0).number()).isEqualTo(42);
  }

  @Test
  void an_empty_queue_is_an_empty_list() throws Exception {
    assertThat(WorkBytes.readLeases(lease().body())).isEmpty();
  }

  @Test
  void json_is_the_default() throws Exception {
    byte[] none = WorkBytes.settlements(List.of());
    HttpRequest request = posting(SETTLE, WorkBytes.MEDIA_TYPE, none).build();
    HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
    assertThat(text(answer)).isEqualTo("{\"results\":[]}");
  }

  @Test
  void malformed_bytes_are_answered_with_a_json_problem() throws Exception {
    HttpResponse<byte[]> answer = settle(new byte[] {1, 1, 99});
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(text(answer)).contains("\"malformed_bytes\"", "send JSON instead");
  }

  @Test
  void bytes_are_refused_by_routes_without_them() throws Exception {
    HttpRequest request = posting(LEASES, WorkBytes.MEDIA_TYPE, new byte[] {1, 0}).build();
    HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
    assertThat(answer.statusCode()).isEqualTo(415);
  }

  private HttpResponse<byte[]> lease() throws IOException, InterruptedException {
    byte[] wanted = "{\"queue\":\"q\",\"worker\":\"w\",\"max\":2}".getBytes(StandardCharsets.UTF_8);
    return asking(posting(LEASES, "application/json", wanted));
  }

  private HttpResponse<byte[]> settle(byte[] outcomes) throws IOException, InterruptedException {
    return asking(posting(SETTLE, WorkBytes.MEDIA_TYPE, outcomes));
  }

  private HttpResponse<byte[]> asking(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(
        request.header("Accept", WorkBytes.MEDIA_TYPE + ", application/json").build(),
        BodyHandlers.ofByteArray());
  }

  private HttpRequest.Builder posting(String path, String type, byte[] body) {
    return HttpRequest.newBuilder(running.address(path))
        .header("Content-Type", type)
        .POST(BodyPublishers.ofByteArray(body));
  }

  private static String text(HttpResponse<byte[]> answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }
}
