package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `--json` prints the documents that the server answers with.
final class JsonOutputTest {

  private static final String SCHEMA = "{\"type\":\"object\",\"required\":[\"order\"]}";
  private static final String CONFIRMED = "{\"confirm\":\"two\"}";
  private static final String CORRELATION_ID = "0f8fad5b-d9cb-469f-a165-70867728950e";

  private @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Service service;

  @BeforeEach
  void start() {
    Map<String, String> flags =
        Map.of(
            "store.path",
            folder.resolve("data").toString(),
            "server.port",
            "0",
            "server.grpc_port",
            "0");
    service = Service.start(ConfigReader.read(null, Map.of(), flags));
  }

  @AfterEach
  void stop() {
    service.close();
    client.shutdownNow();
  }

  @Test
  void jobs_and_queues_are_printed_as_http_documents() throws Exception {
    String id = run("submit", "--type", "t", "--queue", "q", "{\"a\":1}").strip();
    assertThat(json("jobs", "cancel", id))
        .isEqualTo(http("POST", "/v1/jobs/" + id + "/cancel", ""));
    assertThat(json("jobs", "list")).isEqualTo(http("GET", "/v1/jobs", ""));
    assertThat(json("dead", "list")).isEqualTo(http("GET", "/v1/dead", ""));
    String job = http("GET", "/v1/jobs/" + id, "");
    assertThat(json("jobs", "show", id))
        .startsWith(job.substring(0, job.length() - 1) + ",\"attempts\":[")
        .endsWith(",\"events\":[]}");
    assertThat(json("queues", "pause", "q")).isEqualTo(http("POST", "/v1/queues/q/pause", ""));
    assertThat(json("queues", "resume", "q")).isEqualTo(http("POST", "/v1/queues/q/resume", ""));
    assertThat(json("queues")).isEqualTo(http("GET", "/v1/queues", ""));
    String settings = json("queues", "set", "q", "--max-waiting", "5");
    assertThat(settings).isEqualTo(http("GET", "/v1/queues/q/settings", ""));
    assertThat(json("queues", "settings", "q")).isEqualTo(settings);
    String other = run("submit", "--type", "t", "--queue", "other").strip();
    assertThat(json("jobs", "delete", id)).isEqualTo(http("DELETE", "/v1/jobs/" + other, ""));
  }

  @Test
  void a_submitted_job() throws Exception {
    String[] submit = {"submit", "--type", "t", "--request-id", "r", "{\"a\":1}"};
    json(submit);
    String again = json(submit);
    String body =
        "{\"type\":\"t\",\"request_id\":\"r\",\"payload\":{\"a\":1},\"retry\":{\"max_errors\":1}}";
    assertThat(again).isEqualTo(http("POST", "/v1/jobs", body)).contains("\"duplicate\":true");
    String id = again.replaceFirst(".*\"id\":\"([^\"]+)\".*", "$1");
    run("jobs", "cancel", id);
    assertThat(json("jobs", "retry", id)).isEqualTo(http("GET", "/v1/jobs/" + id, ""));
  }

  @Test
  void bulk_changes() throws Exception {
    for (String queue : List.of("one", "two")) {
      run("submit", "--type", "t", "--queue", queue);
    }
    String purged = json("queues", "purge", "one", "--confirm", "one");
    assertThat(purged)
        .isEqualTo(http("POST", "/v1/queues/two/purge", CONFIRMED))
        .contains("\"changed\":1");
    assertThat(json("redrive", "--all")).isEqualTo(http("POST", "/v1/queues/two/purge", CONFIRMED));
  }

  @Test
  void sent_messages() throws Exception {
    String tomorrow = Instant.now().plusSeconds(86_400).toString();
    String[] send = {
      "send",
      "email",
      "ada@example.org",
      "Lunch is ready",
      "--subject",
      "Hello",
      "--tag",
      "a,b",
      "--at",
      tomorrow,
      "--request-id",
      "r"
    };
    json(send);
    String again = json(send);
    String body =
        "{\"channel\":\"email\",\"recipient\":\"ada@example.org\",\"subject\":\"Hello\","
            + "\"body\":{\"text\":\"Lunch is ready\"},\"metadata\":{\"tags\":[\"a\",\"b\"]},"
            + "\"send_at\":\""
            + tomorrow
            + "\",\"request_id\":\"r\"}";
    assertThat(again).isEqualTo(http("POST", "/v1/messages", body)).contains("\"duplicate\":true");
    String id = again.replaceFirst(".*\"message_id\":\"([^\"]+)\".*", "$1");
    String path = "/v1/messages/" + id;
    assertThat(json("messages", "show", id))
        .isEqualTo(http("GET", path, ""))
        .contains("Lunch is ready");
    assertThat(json("messages", "list", "--search", "lunch", "--tag", "b"))
        .isEqualTo(http("GET", "/v1/messages?q=lunch&tag=b", ""))
        .contains(id);
    assertThat(json("messages", "explain", id)).isEqualTo(http("GET", path + "/explain", ""));
    assertThat(json("messages", "cancel", id)).isEqualTo(http("GET", path, ""));
    String receipt = json("messages", "erase", id);
    assertThat(receipt).contains("\"count\":1", "\"message_id\":\"" + id + "\"");
    assertThat(http("GET", path, "")).contains("erased_at").doesNotContain("Lunch");
    assertThat(run("messages", "show", id)).contains("MessageErased");
    receipts(receipt, json("messages", "erase", "--recipient", "ada@example.org"));
  }

  private void receipts(String ofMessage, String ofRecipient) throws Exception {
    assertThat(ofRecipient).contains("sha256").doesNotContain("ada@");
    String keys = json("messages", "receipt-keys");
    assertThat(keys).isEqualTo(http("GET", "/v1/receipt-keys", ""));
    Path file = Files.writeString(folder.resolve("receipts"), ofMessage + "\n" + ofRecipient);
    assertThat(run("messages", "verify-receipt", file.toString())).contains("2 receipts");
    Path key = Files.writeString(folder.resolve("keys"), keys);
    Path one = Files.writeString(folder.resolve("receipt"), ofRecipient);
    assertThat(offline(one, key, "Ada@example.org").out()).contains("1 receipt");
    assertThat(offline(one, key, "eve@example.org").exitCode()).isEqualTo(1);
  }

  private static Ran offline(Path receipt, Path keys, String recipient) {
    return Ran.waybill(
        "messages",
        "verify-receipt",
        receipt.toString(),
        "--keys",
        keys.toString(),
        "--recipient",
        recipient);
  }

  @Test
  void schedules() throws Exception {
    String put =
        json("schedules", "put", "s", "--cron", "0 9 1 1 *", "--type", "t", "--queue", "q");
    assertThat(put).isEqualTo(http("GET", "/v1/schedules/s", ""));
    assertThat(json("schedules", "show", "s")).isEqualTo(put);
    assertThat(json("schedules")).isEqualTo(http("GET", "/v1/schedules", ""));
    assertThat(json("schedules", "pause", "s")).isEqualTo(http("GET", "/v1/schedules/s", ""));
    assertThat(json("schedules", "resume", "s")).isEqualTo(http("GET", "/v1/schedules/s", ""));
    run("schedules", "run", "s", "--key", "k");
    assertThat(json("schedules", "run", "s", "--key", "k"))
        .isEqualTo(http("POST", "/v1/schedules/s/run", "", "Idempotency-Key", "\"k\""));
    assertThat(json("schedules", "preview", "s", "--from", "2030-01-01T00:00:00Z", "--count", "3"))
        .isEqualTo(
            http(
                "POST",
                "/v1/schedules/preview?from=2030-01-01T00:00:00Z&count=3",
                "{\"cron\":\"0 9 1 1 *\",\"action\":{\"job\":{\"type\":\"t\"}}}"))
        .contains("2032-01-01");
    assertThat(json("schedules", "history", "s"))
        .isEqualTo(http("GET", "/v1/schedules/s/history", ""));
    http("PUT", "/v1/schedules/other", "{\"every\":\"1d\",\"action\":{\"job\":{\"type\":\"t\"}}}");
    assertThat(json("schedules", "delete", "s"))
        .isEqualTo(http("DELETE", "/v1/schedules/other", ""));
  }

  @Test
  void topics_and_schemas_are_printed_as_http_documents() throws Exception {
    assertThat(json("topics", "create", "orders")).isEqualTo(http("GET", "/v1/topics/orders", ""));
    assertThat(json("topics")).isEqualTo(http("GET", "/v1/topics", ""));
    json("topics", "subscribe", "orders", "all", "--queue", "q");
    assertThat(json("topics", "subscriptions", "orders"))
        .isEqualTo(http("GET", "/v1/topics/orders/subscriptions", ""));
    assertThat(json("topics", "subscribe", "orders", "all", "--queue", "q"))
        .isEqualTo(http("PUT", "/v1/topics/orders/subscriptions/all", "{\"queue\":\"q\"}"));
    assertThat(json("topics", "unsubscribe", "orders", "all"))
        .isEqualTo(http("DELETE", "/v1/topics/orders", ""));
    Path file = Files.writeString(folder.resolve("order.json"), SCHEMA);
    String definition = "{\"schema\":" + SCHEMA + "}";
    assertThat(json("schemas", "register", "order", "1.0", file.toString(), "--dry-run"))
        .isEqualTo(http("POST", "/v1/schemas/order/1.0/judge", definition));
    assertThat(json("schemas", "register", "order", "1.0", file.toString()))
        .isEqualTo(http("PUT", "/v1/schemas/order/1.0", definition));
    assertThat(json("schemas", "show", "order", "1.0"))
        .isEqualTo(http("GET", "/v1/schemas/order/1.0", ""));
    assertThat(json("schemas")).isEqualTo(http("GET", "/v1/schemas", ""));
    assertThat(run("schemas", "validate", "order", "1.0", "{}", "--json").strip())
        .isEqualTo(http("POST", "/v1/schemas/order/1.0/validate", "{}"));
  }

  @Test
  void published_events() throws Exception {
    run("topics", "create", "orders");
    run("topics", "subscribe", "orders", "all", "--queue", "q");
    String[] publish = {"publish", "orders", "{\"order\":7}", "--type", "paid", "--id", "7"};
    json(publish);
    String event = "{\"type\":\"paid\",\"id\":\"7\",\"body\":{\"order\":7}}";
    String batch = "/v1/topics/orders/events/batch";
    assertThat("{\"results\":[" + json(publish) + "]}")
        .isEqualTo(http("POST", batch, "{\"events\":[" + event + "]}"))
        .contains("\"duplicate\":true");
    assertThat("{\"results\":[" + json("publish", "orders", "{}") + "]}")
        .as("an event without a type")
        .isEqualTo(http("POST", batch, "{\"events\":[{\"body\":{}}]}"))
        .contains("\"error\"");
    assertThat(json("publish", "orders", "{\"order\":7}", "--type", "paid", "--dry-run"))
        .isEqualTo(http("POST", "/v1/topics/orders/dry-run", event));
  }

  @Test
  void messages_and_timelines() throws Exception {
    run("topics", "create", "news");
    run("topics", "subscribe", "news", "all", "--queue", "q");
    String message = "{\"title\":\"Hello\",\"text\":\"Lunch is ready\"}";
    String created =
        json("messages", "create", "news", message, "--correlation-id", CORRELATION_ID);
    String id = created.replaceFirst(".*\"message_id\":\"([^\"]+)\".*", "$1");
    assertThat(json("messages", "show", id)).isEqualTo(http("GET", "/v1/messages/" + id, ""));
    assertThat(json("timeline", CORRELATION_ID))
        .isEqualTo(http("GET", "/v1/timelines/" + CORRELATION_ID, ""));
  }

  @Test
  void a_refused_message_has_the_pointer_to_the_wrong_field() {
    Ran ran =
        Ran.waybill(
            "send", "email", "nobody", "Hello", "--json", "--server", service.httpAddress());
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("\"errors\":[{\"pointer\":\"/recipient\",");
  }

  @Test
  void message_hooks() throws Exception {
    String url = "https://example.org/hooks";
    String secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    String put =
        json(
            "messages",
            "hooks",
            "put",
            "crm",
            url,
            "--secret",
            secret,
            "--event",
            "ProviderBounced");
    assertThat(put).isEqualTo(http("GET", "/v1/message-hooks/crm", "")).doesNotContain(secret);
    assertThat(json("messages", "hooks", "show", "crm")).isEqualTo(put);
    assertThat(json("messages", "hooks", "list")).isEqualTo(http("GET", "/v1/message-hooks", ""));
    assertThat(json("messages", "hooks", "delete", "crm")).contains("true");
    assertThat(http("GET", "/v1/message-hooks/crm", "")).contains("not_found");
  }

  @Test
  void templates() throws Exception {
    String put = json("templates", "put", "welcome", "--subject", "Hi {{name}}", "--text", "{{n}}");
    assertThat(put).isEqualTo(http("GET", "/v1/templates/welcome", ""));
    assertThat(json("templates", "put", "welcome", "{\"text\":\"Hello {{name}}\"}"))
        .isEqualTo(http("GET", "/v1/templates/welcome", ""));
    assertThat(json("templates", "list")).isEqualTo(http("GET", "/v1/templates", ""));
    assertThat(json("templates", "list", "welcome"))
        .isEqualTo(http("GET", "/v1/templates/welcome/versions", ""));
    assertThat(json("templates", "show", "welcome", "--template-version", "1")).isEqualTo(put);
    assertThat(json("templates", "preview", "welcome", "{\"name\":\"Ada\"}"))
        .isEqualTo(
            http("POST", "/v1/templates/welcome/preview", "{\"variables\":{\"name\":\"Ada\"}}"))
        .contains("Hello Ada");
    assertThat(json("templates", "delete", "welcome")).contains("true");
    assertThat(http("GET", "/v1/templates/welcome", "")).contains("not_found");
  }

  @Test
  void suppressions() throws Exception {
    String ada = "{\"channel\":\"email\",\"recipient\":\"ada@example.org\"}";
    String added = json("suppressions", "add", "email", "ada@example.org");
    assertThat(added).isEqualTo(http("POST", "/v1/suppressions/find", ada));
    assertThat(json("suppressions", "show", "email", "ada@example.org")).isEqualTo(added);
    assertThat(json("suppressions", "list")).isEqualTo(http("GET", "/v1/suppressions", ""));
    String exported = run("suppressions", "export");
    assertThat(json("suppressions", "remove", "email", "ada@example.org")).contains("true");
    assertThat(http("POST", "/v1/suppressions/find", ada)).contains("not_found");
    Path file = Files.writeString(folder.resolve("list.ndjson"), exported);
    assertThat(run("suppressions", "import", file.toString())).contains("1 recipient");
    Path csv =
        Files.writeString(
            folder.resolve("list.csv"),
            "channel,recipient,reason,expires_at\r\nsms,+4366412345,complaint,\r\n");
    assertThat(run("suppressions", "import", csv.toString())).contains("1 recipient");
    assertThat(run("suppressions", "export").lines())
        .hasSize(2)
        .anyMatch(line -> line.contains("ada@example.org") && line.contains("manual"))
        .anyMatch(line -> line.contains("+4366412345") && line.contains("complaint"));
    assertThat(run("suppressions", "export", "--csv").lines())
        .first()
        .isEqualTo("channel,recipient,reason,expires_at");
  }

  @Test
  void the_server() throws Exception {
    run("queues", "pause", "q");
    assertThat(json("audit", "--limit", "1"))
        .isEqualTo(http("GET", "/v1/audit?limit=1", ""))
        .contains("\"action\"");
    assertThat(numberless(json("catalog", "rebuild")))
        .isEqualTo(numberless(http("GET", "/v1/catalog", "")));
    assertThat(json("info")).isEqualTo(http("GET", "/v1/info", ""));
    assertThat(json("keys", "list")).isEqualTo(http("GET", "/v1/keys", ""));
  }

  private String json(String... command) {
    return run(Stream.concat(Stream.of(command), Stream.of("--json")).toArray(String[]::new))
        .strip();
  }

  private String run(String... command) {
    Stream<String> all =
        Stream.concat(Stream.of(command), Stream.of("--server", service.httpAddress()));
    Ran ran = Ran.waybill(all.toArray(String[]::new));
    assertThat(ran.err()).as(String.join(" ", command)).isEmpty();
    return ran.out();
  }

  /// The index goes on while both are asked.
  private static String numberless(String json) {
    return json.replaceAll("\\d+", "N");
  }

  private String http(String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(service.httpAddress() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), BodyHandlers.ofString()).body();
  }

  @Test
  void attachments() throws Exception {
    Path file = Files.writeString(folder.resolve("notes.txt"), "Bring bread");
    Path other = Files.write(folder.resolve("a.unknown"), new byte[] {1, 2, 3});
    String sent =
        json(
            "send",
            "email",
            "ada@example.org",
            "Hello",
            "--attach",
            file.toString(),
            "--attach",
            other.toString());
    String id = sent.replaceFirst(".*\"message_id\":\"([^\"]+)\".*", "$1");
    assertThat(http("GET", "/v1/messages/" + id, ""))
        .contains("{\"name\":\"notes.txt\",\"content_type\":\"text/plain\",\"size\":11,")
        .contains("\"name\":\"a.unknown\",\"content_type\":\"application/octet-stream\"");
    assertThat(run("messages", "show", id)).contains("notes.txt (text/plain, 11 bytes)");
    Path read = folder.resolve("read");
    run("messages", "attachment", id, "2", "--output", read.toString());
    assertThat(read).hasBinaryContent(new byte[] {1, 2, 3});
    String missing = folder.resolve("none").toString();
    Ran ran = Ran.waybill("send", "email", "ada@example.org", "x", "--attach", missing);
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains(missing);
  }
}
