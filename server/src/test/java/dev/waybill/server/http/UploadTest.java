package dev.waybill.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Priority;
import dev.waybill.RetryPolicy;
import dev.waybill.conformance.HugeBlob;
import dev.waybill.conformance.Promise;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import dev.waybill.wire.job.NewJobQuery;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs whose payload is the body of the call.
@Timeout(120)
final class UploadTest {

  private static final String BYTES = "application/octet-stream";
  private static final int LARGEST = 1_000_000;

  @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    Settings settings = Settings.DEFAULT.withMaxPayloadBytes(LARGEST);
    running = Running.in(folder, HttpLimits.DEFAULT, settings);
  }

  @AfterEach
  void stop() {
    running.close();
  }

  private Running.Answer upload(String query, BodyPublisher body, String mediaType) {
    return running.send(
        "/v1/jobs/upload?" + query,
        request -> request.header("Content-Type", mediaType).POST(body));
  }

  private Running.Answer upload(String query, byte[] body) {
    return upload(query, BodyPublishers.ofByteArray(body), BYTES);
  }

  private Job job(Running.Answer answer) {
    return running.waybill().find(JobId.parse(answer.json().at("id").text())).orElseThrow();
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 64 * 1024, 64 * 1024 + 1, LARGEST})
  void the_body_is_the_payload(int size) {
    byte[] body = random(size);
    Running.Answer answer = upload("type=resize&queue=images", body);
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("Location")).startsWith("/v1/jobs/");
    assertThat(job(answer).payload().bytes()).isEqualTo(body);
  }

  @Test
  void every_field_of_a_job_is_a_parameter() {
    NewJob job =
        NewJob.builder("resize")
            .queue("images")
            .priority(Priority.HIGH)
            .requestId("r & 1")
            .correlationId("é=1")
            .key("k")
            .tags(Set.of("a,b", "c d"))
            .runAt(Instant.parse("2030-01-01T00:00:00Z"))
            .deadline(Instant.parse("2031-01-01T00:00:00Z"))
            .timeout(Duration.ofMinutes(5))
            .retry(RetryPolicy.DEFAULT.withMaxErrors(3))
            .build();
    Job stored = job(upload(NewJobQuery.of(job), random(10)));
    assertThat(stored.request()).isEqualTo(job.withPayload(stored.payload()).toBuilder().build());
  }

  @ParameterizedTest
  @CsvSource({
    "queue=images,                 400, invalid_argument",
    "type=t&priority=urgent,       400, invalid_argument",
    "type=t&payload=x,             400, invalid_argument",
    "type=t&type=u,                400, invalid_argument",
    "type=t&retry=1%7D%2C%22x%22,  400, invalid_argument",
    "type=t&queue=a/b,             400, invalid_name",
  })
  void invalid_parameters_are_refused(String query, int status, String code) {
    Running.Answer refused = upload(query, random(10));
    assertThat(refused.status()).isEqualTo(status);
    assertThat(refused.code()).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/plain", "application/x-www-form-urlencoded"})
  void other_media_types_are_refused(String type) {
    Running.Answer refused = upload("type=t", BodyPublishers.ofString("{}"), type);
    assertThat(refused.status()).isEqualTo(415);
  }

  @Test
  void a_body_without_a_length_is_refused() {
    BodyPublisher unknown = BodyPublishers.fromPublisher(BodyPublishers.ofByteArray(random(1_000)));
    Running.Answer refused = upload("type=t", unknown, BYTES);
    assertThat(refused.status()).isEqualTo(411);
    assertThat(refused.code()).isEqualTo("length_required");
  }

  @Test
  void a_body_that_is_too_large_is_refused() throws IOException {
    Running.Answer refused = upload("type=t", random(LARGEST + 1));
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.code()).isEqualTo("payload_too_large");
    assertThat(blobs()).isZero();
  }

  @Test
  @Promise("E2")
  void a_repeated_upload_is_one_job() throws IOException {
    byte[] body = random(LARGEST);
    Running.Answer first = upload("type=t&request_id=r", body);
    Running.Answer again = upload("type=t&request_id=r", body);
    Running.Answer other = upload("type=t&request_id=r", random(LARGEST - 1));
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().at("id").text()).isEqualTo(first.json().at("id").text());
    assertThat(other.code()).isEqualTo("request_id_conflict");
    assertThat(blobs()).isEqualTo(1);
  }

  @Test
  void an_upload_and_json_with_the_same_payload_are_the_same_request() {
    String json = "\"" + "x".repeat(70_000) + "\"";
    Running.Answer first =
        running.post("/v1/jobs", "{\"type\":\"t\",\"request_id\":\"r\",\"payload\":" + json + "}");
    Running.Answer again = upload("type=t&request_id=r", json.getBytes(UTF_8));
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().at("id").text()).isEqualTo(first.json().at("id").text());
  }

  @Test
  void an_aborted_body_leaves_nothing_behind() throws IOException {
    try (Socket socket = running.connect()) {
      Running.say(
          socket,
          "POST /v1/jobs/upload?type=t HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
              + BYTES
              + "\r\nContent-Length: 900000\r\n\r\n"
              + "x".repeat(400_000));
      socket.shutdownOutput();
      assertThat(Running.hearAll(socket)).startsWith("HTTP/1.1 4");
    }
    assertThat(running.waybill().stats()).isEmpty();
    assertThat(blobs()).isZero();
  }

  @Test
  void the_bytes_of_all_uploads_together_are_limited(@TempDir Path other) throws IOException {
    HttpLimits limits = HttpLimits.DEFAULT.withAllUploadBytes(150_000);
    try (Running limited = Running.in(other, limits);
        Socket first = limited.connect();
        Socket second = limited.connect()) {
      Running.say(first, head(100_000).replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n"));
      assertThat(first.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 100");
      Running.say(second, head(100_000));
      second.shutdownOutput();
      assertThat(Running.hearAll(second)).startsWith("HTTP/1.1 503").contains("too_many_bytes");
      first.shutdownOutput();
      assertThat(Running.hearAll(first)).contains("HTTP/1.1 408");
      try (Socket third = limited.connect()) {
        Running.say(third, head(100_000) + "x".repeat(100_000));
        assertThat(Running.hearAll(third)).startsWith("HTTP/1.1 201");
      }
    }
  }

  /// 64 KiB may take 4 seconds in addition to the timeout.
  @Test
  void a_body_has_more_time_for_the_bytes_that_arrived(@TempDir Path other) throws IOException {
    Duration time = Duration.ofSeconds(30);
    HttpLimits limits = HttpLimits.DEFAULT.withTimes(time, time, Duration.ofMillis(400), time);
    try (Running limited = Running.in(other, limits);
        Socket socket = limited.connect()) {
      Running.say(socket, head(64 * 1024 + 1) + "x".repeat(64 * 1024));
      socket.setSoTimeout(2_000);
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      Running.say(socket, "x");
      assertThat(Running.hearAll(socket)).startsWith("HTTP/1.1 201");
    }
  }

  private static String head(int length) {
    return "POST /v1/jobs/upload?type=t HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        + "Content-Type: "
        + BYTES
        + "\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  @Test
  void the_connection_can_be_reused_after_an_upload() throws IOException {
    try (Socket socket = running.connect()) {
      String head = "POST /v1/jobs/upload?type=t HTTP/1.1\r\nHost: localhost\r\nContent-Type: ";
      Running.say(socket, head + BYTES + "\r\nContent-Length: 3\r\n\r\nabc");
      Running.say(socket, head + BYTES + "\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc");
      assertThat(Running.hearAll(socket).split("201 Created", -1)).hasSize(3);
    }
  }

  /// The blobs of uploads and parts of them. Small files belong to the server itself.
  private long blobs() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("blobs"))) {
      return files.filter(file -> file.toFile().isFile() && file.toFile().length() > 1_000).count();
    }
  }

  @Test
  void uploads_larger_than_the_heap_succeed(@TempDir Path other) throws Exception {
    assertThat(HugeBlob.inSmallHeap(ManyUploads.class, other.toString()))
        .startsWith("exit 0")
        .contains(List.of(201, 201, 201, 201, 201, 201, 201, 201).toString())
        .doesNotContain("OutOfMemoryError");
  }
}
