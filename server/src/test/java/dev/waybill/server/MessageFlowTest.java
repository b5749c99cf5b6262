package dev.waybill.server;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.server.config.ConfigException;
import dev.waybill.server.config.ConfigReader;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A message from the HTTP API to the notification, on a server that processes messages.
@Timeout(180)
final class MessageFlowTest {

  private @TempDir Path folder;
  private final List<String> notified = new CopyOnWriteArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private volatile int answer = 200;
  private HttpServer ntfy;

  @BeforeEach
  void start() throws IOException {
    ntfy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    ntfy.createContext(
        "/",
        exchange -> {
          notified.add(
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          byte[] body = "{\"id\":\"n1\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(answer, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    ntfy.start();
  }

  @AfterEach
  void stop() {
    ntfy.stop(0);
    http.shutdownNow();
  }

  @Test
  @Seed({"S1.7", "S1.9", "S1.11"})
  void a_message_is_notified_once_and_has_one_timeline() throws Exception {
    try (Service service = Service.start(config(Map.of()))) {
      define(service);
      String created =
          send(
              service,
              "POST",
              "/v1/topics/messages-dev/messages",
              """
              {"message_type": "manual_notification", "stage": "dev",
               "payload": {"title": "Lunch", "text": "Soup is ready"}}\
              """);
      String id = field(created, "message_id");
      eventually(() -> assertThat(status(service, id)).contains("\"status\":\"completed\""));
      assertThat(status(service, id)).contains("\"created_by\":\"user:");
      assertThat(notified).hasSize(1);
      assertThat(notified.getFirst()).contains("Soup is ready");
      String story =
          send(service, "GET", "/v1/timelines/" + field(created, "correlation_id"), null);
      assertThat(story)
          .containsSubsequence(
              "message " + id + ": MessageCreated",
              "was published to topic messages-dev",
              "entered queue messages",
              "attempt 1 started",
              "message " + id + ": HandoffAttempted (attempt 1, provider phone)",
              "message " + id + ": HandoffAccepted (attempt 1, provider phone)");
    }
  }

  @Test
  @Seed({"S1.7", "S1.9", "S1.11"})
  void a_scheduled_message_is_notified_once_and_has_one_timeline() throws Exception {
    try (Service service = Service.start(config(Map.of()))) {
      define(service);
      send(
          service,
          "PUT",
          "/v1/schedules/hello",
          """
          {"at": "%s", "action": {"event": {"topic": "messages-dev", "type": "message_created",
           "body": {"message_type": "scheduled_hello", "stage": "dev", "payload": {"text": "Good morning"}}}}}\
          """
              .formatted(Instant.now().plusMillis(500)));
      eventually(() -> assertThat(notified).hasSize(1));
      assertThat(notified.getFirst()).contains("Good morning");
      String jobs = get(service, "/v1/jobs?tag=schedule:hello");
      String correlation = field(jobs, "correlation_id");
      eventually(
          () -> assertThat(get(service, "/v1/jobs?tag=schedule:hello")).contains("completed"));
      String id = field(jobs.replace("\\\"", "\""), "message_id");
      assertThat(status(service, id))
          .contains("\"status\":\"completed\"", "\"created_by\":\"scheduler\"", correlation);
      assertThat(get(service, "/v1/timelines/" + correlation))
          .containsSubsequence(
              "schedule hello fired its slot",
              "message " + id + ": MessageCreated",
              "was published to topic messages-dev",
              "job of type message_created entered queue messages for subscription processor",
              "attempt 1 started",
              "message " + id + ": HandoffAttempted (attempt 1, provider phone)",
              "message " + id + ": HandoffAccepted (attempt 1, provider phone)",
              "attempt 1 ended as completed",
              "job of queue messages is completed");
      assertThat(notified).hasSize(1);
    }
  }

  @Test
  void a_message_that_no_queue_has_is_published_again_at_the_start() throws Exception {
    try (Waybill waybill = Waybill.open(folder.resolve("data"))) {
      waybill.topics().put(Topic.of("messages-dev"));
      NewTopicMessage late = NewTopicMessage.byScheduler("m", "dev", "{\"text\":\"late\"}");
      assertThat(waybill.topicMessages().create("messages-dev", late).deliveries()).isEmpty();
      waybill.topics().subscribe(Subscription.of("messages-dev", "processor", "messages"));
    }
    try (Service _ = Service.start(config(Map.of()))) {
      eventually(() -> assertThat(notified).hasSize(1));
      assertThat(notified.getFirst()).contains("late");
    }
  }

  @Test
  void events_have_the_configured_region() throws Exception {
    try (Service service = Service.start(config(Map.of("messages.region", "eu-west-1")))) {
      define(service);
      String created =
          send(
              service,
              "POST",
              "/v1/topics/messages-dev/messages",
              "{\"message_type\":\"m\",\"stage\":\"dev\",\"payload\":{\"text\":\"x\"}}");
      assertThat(get(service, "/v1/jobs/" + field(created, "job_id")))
          .contains("\"metadata\":{\"region\":\"eu-west-1\",\"environment\":\"dev\"}");
    }
  }

  @Test
  @Seed("S1.15")
  void a_message_is_dead_after_the_maximum_number_of_failures() throws Exception {
    answer = 503;
    try (Service service = Service.start(config(Map.of()))) {
      define(service);
      String created =
          send(
              service,
              "POST",
              "/v1/topics/messages-dev/messages",
              """
              {"message_type": "m", "stage": "dev", "payload": {"text": "x"},
               "retry_policy": {"max_errors": 2, "first_delay": "PT0S"}}\
              """);
      String job = "/v1/jobs/" + field(created, "job_id");
      eventually(() -> assertThat(get(service, job)).contains("\"state\":\"dead\""));
      assertThat(get(service, job))
          .contains("\"schema_version\":\"2.0\"")
          .contains("\"max_errors\":2");
      assertThat(notified).hasSize(2);
    }
  }

  @Test
  @Seed("S1.14")
  void dead_letters_raise_an_alarm() throws Exception {
    answer = 400;
    try (Service service = Service.start(config(Map.of("alarm.queues", "messages")))) {
      define(service);
      String created =
          send(
              service,
              "POST",
              "/v1/topics/messages-dev/messages",
              "{\"message_type\":\"m\",\"stage\":\"dev\",\"payload\":{\"text\":\"x\"}}");
      String id = field(created, "message_id");
      eventually(() -> assertThat(status(service, id)).contains("\"status\":\"failed\""));
      assertThat(status(service, id)).contains("\"error_message\"");
      eventually(() -> assertThat(notified).anyMatch(text -> text.contains("dead letter")));
    }
  }

  @Test
  @Seed("S1.14")
  void a_rejected_message_is_dead_after_one_attempt_and_can_be_redriven() throws Exception {
    answer = 400;
    try (Service service = Service.start(config(Map.of()))) {
      define(service);
      String created =
          send(
              service,
              "POST",
              "/v1/topics/messages-dev/messages",
              "{\"message_type\":\"m\",\"stage\":\"dev\",\"payload\":{\"text\":\"x\"}}");
      String path = "/v1/jobs/" + field(created, "job_id");
      String job = send(service, "GET", path + "?wait=30s", null);
      assertThat(job)
          .contains("\"state\":\"dead\"", "\"attempt\":1", "\"errors\":1", "answered 400");
      answer = 200;
      send(service, "POST", path + "/redrive", null);
      assertThat(send(service, "GET", path + "?wait=30s", null))
          .contains("\"state\":\"completed\"", "\"attempt\":2");
      assertThat(status(service, field(created, "message_id")))
          .contains("\"status\":\"completed\"");
    }
  }

  @Test
  void a_message_queue_without_a_notification_target_prevents_the_start() {
    Map<String, String> flags = new HashMap<>(flags());
    flags.keySet().removeIf(key -> key.startsWith("notifications"));
    assertThatThrownBy(() -> Service.start(ConfigReader.read(null, Map.of(), flags)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("notifications.to");
  }

  private void define(Service service) throws Exception {
    send(service, "PUT", "/v1/topics/messages-dev", "{}");
    send(
        service,
        "PUT",
        "/v1/topics/messages-dev/subscriptions/processor",
        "{\"queue\":\"messages\"}");
  }

  private String status(Service service, String id) {
    return get(service, "/v1/messages/" + id);
  }

  private String get(Service service, String path) {
    try {
      return send(service, "GET", path, null);
    } catch (IOException | InterruptedException broken) {
      throw new AssertionError(broken);
    }
  }

  private String send(
      Service service, String method, String path, @org.jspecify.annotations.Nullable String json)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(service.httpAddress() + path))
            .header("Content-Type", "application/json")
            .method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json))
            .build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 201);
    return response.body();
  }

  private static String field(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
    assertThat(found.find()).as(json).isTrue();
    return found.group(1);
  }

  private dev.waybill.server.config.Config config(Map<String, String> more) {
    Map<String, String> flags = new HashMap<>(flags());
    flags.putAll(more);
    return ConfigReader.read(null, Map.of(), flags);
  }

  private Map<String, String> flags() {
    return Map.of(
        "store.path",
        folder.resolve("data").toString(),
        "server.port",
        "0",
        "server.grpc_port",
        "0",
        "messages.queue",
        "messages",
        "messages.providers",
        "phone=ntfy:?url=http%3A%2F%2F127.0.0.1%3A" + ntfy.getAddress().getPort(),
        "notifications.to",
        "push:lunch");
  }
}
