package dev.waybill.cli;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.AwsEmulator;
import dev.waybill.conformance.Seed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands and a server of Waybill on emulators of DynamoDB, SQS and S3.
@Timeout(300)
final class AwsStoreTest {

  /// The example of the specification, word for word.
  private static final String SETTINGS =
      """
      store:
        type: sqs
        aws:
          region: us-west-2
        sqs:
          queues:
            default: https://sqs.us-west-2.amazonaws.com/123456789/airunner-prod-default
            priority: https://sqs.us-west-2.amazonaws.com/123456789/airunner-prod-priority
          default_visibility_timeout_seconds: 300
        dynamodb:
          jobs_table: airunner_jobs
          events_table: airunner_job_events
          events_ttl_days: 30  # Event retention period (0 = no TTL)
      """;

  private static final Path ROOT = Path.of("..");
  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:[0-9]+");

  @TempDir private Path folder;
  private final AwsEmulator dynamodb = AwsEmulator.dynamodb(ROOT);
  private final AwsEmulator sqs = AwsEmulator.sqs(ROOT);
  private final AwsEmulator s3 = AwsEmulator.s3(ROOT);
  private final HttpClient http = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    http.close();
    s3.close();
    sqs.close();
    dynamodb.close();
  }

  @Test
  @Seed("S4.29")
  void the_example_of_the_specification_works_from_provisioning_to_search() throws Exception {
    createQueue("airunner-prod-default");
    createQueue("airunner-prod-priority");
    assertThat(onAws("provision", "--check").out()).contains("missing", "airunner_jobs");
    Ran provisioned = onAws("provision");
    assertThat(provisioned.exitCode()).as(provisioned.out() + provisioned.err()).isZero();
    assertThat(onAws("provision", "--check").out())
        .contains("airunner_jobs", "airunner_job_events", "123456789/airunner-prod-default")
        .doesNotContain("missing");
    assertThat(onAws("doctor").out()).contains("opens");

    try (Started server = serve()) {
      String address = addressOf(server);
      jobsAreWorkedOn(address);
      messagesAreFound();
      documentsAreFound();
      assertThat(get(address + "/metrics").body())
          .containsPattern("waybill_dynamodb_operations_total\\{[^}]*PutItem[^}]*} [1-9]");
    }
  }

  private void jobsAreWorkedOn(String address) throws Exception {
    String job = "{\"type\":\"process\",\"queue\":\"priority\",\"payload\":{\"command\":\"true\"}}";
    HttpResponse<String> stored = post(address + "/v1/jobs", job);
    assertThat(stored.statusCode()).as(stored.body()).isEqualTo(201);
    try (Started worker =
        Started.waybill(folder, "work", "--allow-any", "--queue", "priority", "--data", data())) {
      worker.awaitLine("works for queue");
      eventually(
          () ->
              assertThat(atServer("jobs", "list", "--state", "completed").out())
                  .contains("process"));
    }
  }

  private void messagesAreFound() {
    assertThat(atServer("send", "email", "ada@example.org", "Lunch is ready").exitCode()).isZero();
    eventually(
        () ->
            assertThat(atServer("messages", "list", "--search", "lunch").out())
                .contains("ada@example.org", "delivered"));
  }

  private void documentsAreFound() throws IOException {
    Path text = Files.writeString(folder.resolve("tides.txt"), "The tide is low at noon.");
    assertThat(atServer("ingest", text.toString()).out()).contains("ready");
    assertThat(atServer("search", "when", "is", "low", "tide").out()).contains("tides.txt", "noon");
  }

  @Test
  void readiness_names_the_service_that_fails() throws Exception {
    try (Started server = serve()) {
      String ready = addressOf(server) + "/readyz";
      assertThat(get(ready).statusCode()).isEqualTo(200);
      s3.kill();
      eventually(() -> assertThat(get(ready).body()).contains("S3: unavailable"));
      sqs.kill();
      eventually(() -> assertThat(get(ready).body()).contains("SQS: unavailable"));
      dynamodb.kill();
      eventually(() -> assertThat(get(ready).body()).contains("DynamoDB: unavailable"));
      assertThat(get(ready).statusCode()).isEqualTo(503);
    }
  }

  private Started serve() {
    return Started.waybill(folder, settings("serve", "--port", "0", "--grpc-port", "0"));
  }

  private static String addressOf(Started server) throws IOException {
    return ADDRESS
        .matcher(server.awaitLine("ready in"))
        .results()
        .findFirst()
        .orElseThrow()
        .group();
  }

  private Ran onAws(String... command) {
    return Ran.waybill(settings(command));
  }

  private Ran atServer(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--data", data()));
    return Ran.waybill(all.toArray(String[]::new));
  }

  private String[] settings(String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--data", data(), "--config", file().toString()));
    all.addAll(List.of("--set", "store.dynamodb.endpoint=" + dynamodb.url()));
    all.addAll(List.of("--set", "store.sqs.endpoint=" + sqs.url()));
    all.addAll(List.of("--set", "store.s3.endpoint=" + s3.url()));
    return all.toArray(String[]::new);
  }

  private Path file() {
    try {
      return Files.writeString(folder.resolve("waybill.yaml"), SETTINGS);
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  /// Whoever names a queue by its URL has created it.
  private void createQueue(String name) {
    create(name + "-dlq", "{}");
    create(
        name,
        """
        {"VisibilityTimeout": "300", "ReceiveMessageWaitTimeSeconds": "20",
         "RedrivePolicy": "{\\"deadLetterTargetArn\\":\\"arn:aws:sqs:elasticmq:000000000000:%s-dlq\\",\\"maxReceiveCount\\":3}"}
        """
            .formatted(name));
  }

  private void create(String name, String attributes) {
    HttpResponse<String> answer =
        sqs("CreateQueue", "{\"QueueName\":\"%s\",\"Attributes\":%s}".formatted(name, attributes));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private HttpResponse<String> sqs(String operation, String json) {
    return send(
        HttpRequest.newBuilder(URI.create(sqs.url()))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "AmazonSQS." + operation)
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  private HttpResponse<String> get(String url) {
    return send(HttpRequest.newBuilder(URI.create(url)).build());
  }

  private HttpResponse<String> post(String url, String json) {
    return send(
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }
}
