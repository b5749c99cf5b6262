package dev.waybill.server.http;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real requests and answers of every operation match the OpenAPI document.
final class OpenApiAnswersTest {

  private static final String EVENT = "{\"type\":\"order.paid\",\"order\":7}";

  private @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private String key;
  private Service service;
  private PublishedApi api;

  @BeforeEach
  void start() {
    key = PreparedStore.create(folder.resolve("data"));
    Map<String, String> flags =
        Map.of(
            "store.path",
            folder.resolve("data").toString(),
            "server.port",
            "0",
            "server.grpc_port",
            "0",
            "server.mcp",
            "off",
            "messages.providers",
            "sandbox=sandbox: mail=postmark:?token=t&from=a@b&webhook_header=X-Secret:s");
    service = Service.start(ConfigReader.read(null, Map.of(), flags));
    api = new PublishedApi(send("GET", "/openapi.json", null, request -> request).body());
  }

  @AfterEach
  void stop() {
    service.close();
    client.shutdownNow();
  }

  @Test
  void every_example_is_valid() {
    assertThat(api.wrongExamples()).isEmpty();
  }

  @Test
  void every_operation_answers_as_described() {
    jobs();
    leases();
    deadJobs();
    queues();
    schedules();
    topics();
    schemas();
    messages();
    documents();
    operations();
    administration();
    console();
    server();
    assertThat(api.answered()).isEqualTo(api.operations());
  }

  private void jobs() {
    String id = enqueue("mails", "{\"to\":\"ada\"}");
    call(
        "enqueueJobs",
        "/v1/jobs/batch",
        "{\"jobs\":[{\"type\":\"a\",\"retry\":{\"max_errors\":2}},{\"type\":\"b\",\"queue\":\"?\"}]}");
    String uploaded = "/v1/jobs/upload?type=a&tags=x&tags=y&retry=%7B%22max_errors%22%3A2%7D";
    exchange("uploadJob", uploaded, null, SentBodies::bytes);
    refused("uploadJob", "/v1/jobs/upload?type=a&priority=urgent");
    call("listJobs", "/v1/jobs?queue=mails&encoding=base64");
    call("getJob", "/v1/jobs/" + id);
    refused("getJob", "/v1/jobs/00000000-0000-7000-8000-000000000000");
    call("listAttempts", "/v1/jobs/" + id + "/attempts");
    call("getJobPayload", "/v1/jobs/" + id + "/payload");
    call("getJobPayload", "/v1/jobs/" + enqueue("bytes", "\"text\"") + "/payload");
    call("readJobEvents", "/v1/jobs/" + id + "/events");
    call("cancelJob", "/v1/jobs/" + id + "/cancel");
    call("retryJob", "/v1/jobs/" + id + "/retry");
    call("cancelJob", "/v1/jobs/" + id + "/cancel");
    call("deleteJob", "/v1/jobs/" + id);
    refused("enqueueJob", "/v1/jobs", "{\"type\":\"\"}");
  }

  private void leases() {
    String id = enqueue("work", "[1]");
    String token = lease("work");
    call("extendLeases", "/v1/leases/extend", "{\"tokens\":[" + token + ",\"AQE\"]}");
    call(
        "publishJobEvents",
        "/v1/leases/events",
        "{\"token\":" + token + ",\"events\":[{\"sequence\":1,\"type\":\"p\",\"data\":[1]}]}");
    settle(token, "{\"done\":{\"result\":42}}");
    settle(token, "{\"done\":{}}");
    call("getJob", "/v1/jobs/" + id + "?wait=1s");
    call("getJobResult", "/v1/jobs/" + id + "/result");
    call("readJobEvents", "/v1/jobs/" + id + "/events");
    for (String stream : List.of("text/event-stream", "application/x-ndjson")) {
      String path = "/v1/jobs/" + id + "/events";
      exchange("readJobEvents", path, null, request -> request.header("Accept", stream));
    }
    String failure = "{\"failure\":{\"message\":\"no\",\"error_class\":\"x\",\"stack\":\"at\"}}";
    for (String outcome :
        List.of(
            "{\"retry\":" + failure + "}",
            "{\"fail\":" + failure + "}",
            "{\"snooze\":{\"delay\":\"1h\"}}",
            "{\"release\":{}}")) {
      enqueue("outcomes", "{}");
      settle(lease("outcomes"), outcome);
    }
  }

  private void deadJobs() {
    String id = enqueue("broken", "{}");
    settle(lease("broken"), "{\"reject\":{\"failure\":{\"message\":\"unreadable\"}}}");
    call("listDeadJobs", "/v1/dead");
    call("listAttempts", "/v1/jobs/" + id + "/attempts");
    call("redriveJob", "/v1/jobs/" + id + "/redrive");
  }

  private void queues() {
    enqueue("mails", "{}");
    call("listQueues", "/v1/queues");
    call("getQueue", "/v1/queues/mails");
    call("pauseQueue", "/v1/queues/mails/pause");
    call("resumeQueue", "/v1/queues/mails/resume");
    call("purgeQueue", "/v1/queues/mails/purge", "{\"confirm\":\"mails\"}");
    String settings = "/v1/queues/mails/settings";
    call(
        "replaceQueueSettings",
        settings,
        "{\"default_lease_duration\":\"5m\",\"default_retry\":{\"max_errors\":5},\"max_waiting\":9}");
    call("getQueueSettings", settings);
    call("updateQueueSettings", settings, "{\"max_waiting\":null}");
  }

  private void schedules() {
    String job = "\"action\":{\"job\":{\"type\":\"report\",\"payload\":{}}}";
    call("putSchedule", "/v1/schedules/cron", "{\"cron\":\"30 9 * * *\"," + job + "}");
    call(
        "putSchedule",
        "/v1/schedules/interval",
        "{\"every\":\"1h30m\",\"catch_up\":{\"mode\":\"all\"},\"action\":{\"event\":"
            + "{\"topic\":\"orders\",\"type\":\"tick\",\"body\":{}}}}");
    call(
        "putSchedule",
        "/v1/schedules/once",
        "{\"at\":\"2030-01-01T09:00\",\"zone\":\"Europe/Lisbon\",\"jitter\":\"1s\"," + job + "}");
    call("previewSchedule", "/v1/schedules/preview?count=3", "{\"every\":\"15m\"," + job + "}");
    call("listSchedules", "/v1/schedules");
    call("runSchedule", "/v1/schedules/cron/run");
    eventually(
        () ->
            assertThat(call("listFirings", "/v1/schedules/cron/history").at("items").items())
                .isNotEmpty());
    call("getSchedule", "/v1/schedules/cron");
    call("pauseSchedule", "/v1/schedules/cron/pause");
    call("resumeSchedule", "/v1/schedules/cron/resume");
    call("deleteSchedule", "/v1/schedules/cron");
    refused("putSchedule", "/v1/schedules/cron", "{\"cron\":\"x\"," + job + "}");
  }

  private void topics() {
    call("putTopic", "/v1/topics/orders", "{\"checking\":\"known\"}");
    call("listTopics", "/v1/topics");
    call("getTopic", "/v1/topics/orders");
    call(
        "putSubscription",
        "/v1/topics/orders/subscriptions/all",
        "{\"queue\":\"orders\",\"filter\":{\"country\":[\"pt\"]},\"priority\":\"high\"}");
    call("listSubscriptions", "/v1/topics/orders/subscriptions");
    String event =
        "{\"type\":\"order.paid\",\"id\":\"7\",\"body\":{\"order\":7},\"attributes\":{\"country\":\"pt\"}}";
    call("publishEvents", "/v1/topics/orders/events/batch", "{\"events\":[" + event + "]}");
    call("publishEvent", "/v1/topics/orders/events", EVENT);
    call("dryRunEvent", "/v1/topics/orders/dry-run", event);
    call(
        "testFilter",
        "/v1/filters/test",
        "{\"filter\":{\"country\":[\"es\"]},\"event\":" + event + "}");
    call("listDeliveries", "/v1/topics/orders/deliveries?event_id=7");
    call("deleteSubscription", "/v1/topics/orders/subscriptions/all");
    call("deleteTopic", "/v1/topics/orders");
  }

  private void schemas() {
    String first = "/v1/schemas/order.paid/1.0";
    String schema = "{\"schema\":{\"type\":\"object\",\"required\":[\"order\"]}}";
    call("judgeSchema", first + "/judge", schema);
    call("registerSchema", first, schema);
    String upcast = "{\"from\":\"1.0\",\"steps\":[{\"add\":\"/tags\",\"value\":[]}]}";
    call(
        "registerSchema",
        "/v1/schemas/order.paid/1.1",
        "{\"schema\":{\"type\":\"object\",\"required\":[\"order\"]},\"upcast\":" + upcast + "}");
    call("listSchemas", "/v1/schemas");
    call("listSchemaVersions", "/v1/schemas/order.paid");
    call("getSchema", first);
    call("validateEvent", first + "/validate", "{}");
    call("upcastEvent", first + "/upcast?to=1.1", EVENT);
    call("sampleEvent", first + "/sample");
    call("getAsyncApi", "/v1/asyncapi");
    call("deleteSchema", "/v1/schemas/bad/1.0");
  }

  private void messages() {
    call("putTopic", "/v1/topics/messages-dev", "{}");
    call("putSubscription", "/v1/topics/messages-dev/subscriptions/p", "{\"queue\":\"messages\"}");
    Tree created =
        call(
            "createTopicMessage",
            "/v1/topics/messages-dev/messages",
            "{\"message_type\":\"manual_notification\",\"stage\":\"dev\",\"payload\":{\"text\":\"x\"}}");
    call("getMessage", "/v1/messages/" + created.at("message_id").text());
    String correlation = created.at("correlation_id").text();
    call("getTimeline", "/v1/timelines/" + correlation);
    call("findTimeline", "/v1/timelines?correlation_id=" + correlation);
    sentMessages();
    templates();
    messageHooks();
    suppressions();
  }

  private void suppressions() {
    String path = "/v1/suppressions";
    String ada = "{\"channel\":\"email\",\"recipient\":\"ada@example.org\"}";
    call("addSuppression", path, ada);
    refused("addSuppression", path, "{\"channel\":\"email\",\"recipient\":\"?\"}");
    String batch =
        "{\"suppressions\":[%s,{\"channel\":\"email\",\"recipient\":\"?\"}]}".formatted(ada);
    call("addSuppressions", path + "/batch", batch);
    call("listSuppressions", path + "?limit=10");
    exchange("exportSuppressions", path + "/export", null, request -> request);
    exchange("exportSuppressions", path + "/export?format=csv", null, request -> request);
    refused("exportSuppressions", path + "/export?format=xml");
    exchange("importSuppressions", path + "/import", null, SentBodies::csv);
    refused("importSuppressions", path + "/import", "{}");
    call("findSuppression", path + "/find", ada);
    call("removeSuppression", path + "/remove", ada);
    refused("findSuppression", path + "/find", ada);
    refused("removeSuppression", path + "/remove", ada);
  }

  private void messageHooks() {
    String hook = "/v1/message-hooks/crm";
    call(
        "putMessageHook",
        hook,
        "{\"url\":\"https://example.org/\",\"events\":[\"ProviderBounced\"]}");
    refused("putMessageHook", hook, "{\"url\":\"ftp://example.org/\"}");
    call("getMessageHook", hook);
    call("listMessageHooks", "/v1/message-hooks");
    call("deleteMessageHook", hook);
    refused("getMessageHook", hook);
  }

  private void documents() {
    Running.Answer upload =
        exchange("uploadDocuments", "/v1/sessions/s/documents", null, SentBodies::form);
    exchange("uploadSessionDocuments", "/sessions/s/documents", null, SentBodies::form);
    call("getJobStatus", "/jobs/" + upload.json().at("job_id").text() + "?wait=60s");
    call("listSessionDocuments", "/v1/sessions/s/documents");
    List<Tree> all = call("listDocuments", "/v1/documents?limit=2").at("items").items();
    String first = "/v1/documents/" + all.getFirst().at("document_id").text();
    call("getDocument", first);
    exchange("downloadDocument", first + "/content", null, request -> request);
    call("searchDocuments", "/v1/search", "{\"query\":\"sea\",\"file_types\":[\"text\"]}");
    refused("searchDocuments", "/v1/search", "{\"query\":\"\"}");
    diagrams();
    call("eraseDocument", first + "/erase");
    call("deleteDocument", "/v1/documents/" + all.getLast().at("document_id").text());
  }

  private void diagrams() {
    Tree created =
        call("createDiagram", "/v1/sessions/s/diagrams?priority=high", "{\"kind\":\"outline\"}");
    call("getJobStatus", "/jobs/" + created.at("job_id").text() + "?wait=60s");
    String path = "/v1/diagrams/" + created.at("diagram_id").text();
    call("listDiagrams", "/v1/sessions/s/diagrams?limit=2");
    call("getDiagram", path);
    exchange("getDiagramSvg", path + "/svg", null, request -> request);
    call("deleteDiagram", path);
  }

  private void templates() {
    String template = "/v1/templates/welcome";
    call(
        "putTemplate",
        template,
        "{\"subject\":\"Hi {{name}}\",\"text\":\"Hi\",\"locales\":{\"de\":{\"html\":\"Hallo\"}}}");
    refused("putTemplate", template, "{\"text\":\"{{>other}}\"}");
    call("listTemplates", "/v1/templates");
    call("getTemplate", template + "?version=1");
    call("listTemplateVersions", template + "/versions?limit=1");
    call("previewTemplate", template + "/preview", "{\"variables\":{\"name\":\"Ada\"}}");
    call("previewTemplate", template + "/preview", "{\"locale\":\"de-AT\"}");
    refused("previewTemplate", template + "/preview", "{}");
    String use = "\"template\":{\"name\":\"welcome\",\"variables\":{\"name\":\"Ada\"}}";
    String message = "{\"channel\":\"email\",\"recipient\":\"ada@example.org\"," + use + "}";
    call("sendMessage", "/v1/messages", message);
    call("deleteTemplate", template);
    refused("getTemplate", template);
  }

  private void sentMessages() {
    String later =
        "{\"channel\":\"email\",\"recipient\":\"ada@example.org\",\"subject\":\"Hello\","
            + "\"body\":{\"text\":\"x\",\"html\":\"<b>x</b>\"},\"metadata\":{\"tags\":[\"t\"],"
            + "\"campaign\":\"c\",\"labels\":{\"a\":\"b\"}},\"attachments\":[{\"name\":\"a.txt\","
            + "\"content_type\":\"text/plain\",\"content_base64\":\"YQ==\"}],\"send_at\":\""
            + Instant.now().plusSeconds(3_600)
            + "\"}";
    String id = call("sendMessage", "/v1/messages", later).at("message_id").text();
    call("sendMessages", "/v1/messages/batch", "{\"messages\":[" + later + "]}");
    refusedMessages(later.replace("ada@example.org", "nobody"));
    call("listMessages", "/v1/messages?q=hel*&channel=email&tag=t");
    String message = "/v1/messages/" + id;
    call("getMessage", message);
    exchange("getMessageAttachment", message + "/attachments/1", null, request -> request);
    refused("getMessageAttachment", message + "/attachments/2");
    call("listMessageEvents", message + "/events");
    call("explainMessage", message + "/explain");
    call("cancelMessage", message + "/cancel");
    call("resendMessage", message + "/resend");
    call("eraseMessage", message + "/erase");
    refused("eraseMessage", "/v1/messages/none/erase");
    call("eraseMessages", "/v1/messages/erase", "{\"recipient\":\"ada@example.org\"}");
    call("eraseMessages", "/v1/messages/erase", "{\"message_ids\":[\"" + id + "\"]}");
    refused("eraseMessages", "/v1/messages/erase", "{}");
    call("listReceiptKeys", "/v1/receipt-keys");
    exchange("receiveWebhook", "/v1/webhooks/mail", null, call -> call.header("X-Secret", "s"));
    refused("receiveWebhook", "/v1/webhooks/mail");
  }

  private void refusedMessages(String bad) {
    Tree single = Tree.parse(answer("sendMessage", "/v1/messages", bad, request -> request).body());
    assertThat(single.at("errors", 0, "pointer").text()).isEqualTo("/recipient");
    Tree batch = call("sendMessages", "/v1/messages/batch", "{\"messages\":[" + bad + "]}");
    assertThat(batch.at("results", 0, "error", "errors", 0, "pointer").text())
        .isEqualTo("/recipient");
  }

  private void operations() {
    String start = "{\"action\":\"redrive\",\"filter\":{\"queue\":\"broken\"}";
    call("startOperation", "/v1/operations", start + ",\"preview\":true}");
    String id = call("startOperation", "/v1/operations", start + "}").at("id").text();
    call("listOperations", "/v1/operations");
    call("getOperation", "/v1/operations/" + id);
    call("cancelOperation", "/v1/operations/" + id + "/cancel");
  }

  private void administration() {
    String created =
        call("createKey", "/v1/keys", "{\"scopes\":[\"read\"],\"label\":\"x\"}")
            .at("key", "id")
            .text();
    call("listKeys", "/v1/keys");
    call("getKey", "/v1/keys/" + created);
    call("revokeKey", "/v1/keys/" + created + "/revoke");
    call("listAuditEntries", "/v1/audit");
    call("rotateTokenKey", "/v1/token-keys/rotate");
    call("getCatalog", "/v1/catalog");
    call("rebuildCatalog", "/v1/catalog/rebuild");
  }

  private void console() {
    call("listFailures", "/v1/failures?limit=3&state=dead");
    refused("listFailures", "/v1/failures?state=queued");
    call("getSeries", "/v1/series?step=10s&queue=work");
    refused("getSeries", "/v1/series?step=7s");
    call("listWorkers", "/v1/workers");
    String id = enqueue("explained", "{}");
    call("explainJob", "/v1/jobs/" + id + "/explain");
    refused("explainJob", "/v1/jobs/00000000-0000-7000-8000-000000000000/explain");
    exchange(
        "streamOverview",
        "/v1/stream/overview",
        null,
        request -> request.method("HEAD", BodyPublishers.noBody()));
    call("getSession", "/v1/session");
    call("signIn", "/v1/session", "{\"api_key\":\"" + key + "\"}");
    refused("signIn", "/v1/session", "{\"api_key\":\"wrong\"}");
    exchange("signOut", "/v1/session", null, request -> request.DELETE());
  }

  private void server() {
    call("getInfo", "/v1/info");
    call("getReadiness", "/readyz");
    exchange("getLiveness", "/livez", null, request -> request);
    exchange("getMetrics", "/metrics", null, request -> request);
  }

  private String enqueue(String queue, String payload) {
    String job = "{\"type\":\"t\",\"queue\":\"" + queue + "\",\"payload\":" + payload + "}";
    return call("enqueueJob", "/v1/jobs", job).at("id").text();
  }

  private String lease(String queue) {
    String request = "{\"queue\":\"" + queue + "\",\"worker\":\"w\"}";
    return "\"" + call("leaseJobs", "/v1/leases", request).at("leases", 0, "token").text() + "\"";
  }

  private void settle(String token, String outcome) {
    call(
        "settleLeases",
        "/v1/leases/settle",
        "{\"settlements\":[{\"token\":" + token + ",\"outcome\":" + outcome + "}]}");
  }

  private Tree call(String operation, String path) {
    return Tree.parse(exchange(operation, path, null, request -> request).body());
  }

  private Tree call(String operation, String path, String body) {
    return Tree.parse(exchange(operation, path, body, request -> request).body());
  }

  private Running.Answer exchange(
      String operation,
      String path,
      @Nullable String body,
      UnaryOperator<HttpRequest.Builder> more) {
    if (body != null) {
      api.checkRequest(operation, "application/json", body);
    }
    Running.Answer answer = answer(operation, path, body, more);
    assertThat(answer.status()).as(operation + " " + answer.body()).isLessThan(300);
    return answer;
  }

  private void refused(String operation, String path) {
    assertThat(answer(operation, path, null, request -> request).status()).isBetween(400, 499);
  }

  private void refused(String operation, String path, @Nullable String body) {
    assertThat(answer(operation, path, body, request -> request).status()).isBetween(400, 499);
  }

  private Running.Answer answer(
      String operation,
      String path,
      @Nullable String body,
      UnaryOperator<HttpRequest.Builder> more) {
    api.checkPath(operation, path);
    Running.Answer answer = send(api.method(operation), path, body, more);
    api.checkAnswer(operation, answer);
    return answer;
  }

  private Running.Answer send(
      String method, String path, @Nullable String body, UnaryOperator<HttpRequest.Builder> more) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(service.httpAddress() + path))
            .header("Authorization", "Bearer " + key)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      request.header("Content-Type", "application/json");
    }
    try {
      return new Running.Answer(client.send(more.apply(request).build(), BodyHandlers.ofString()));
    } catch (IOException broken) {
      throw new java.io.UncheckedIOException(broken);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
