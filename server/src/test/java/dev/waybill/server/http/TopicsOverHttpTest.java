package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TopicsOverHttpTest {

  private static final String TOPIC = "/v1/topics/orders";
  private static final String EVENTS = TOPIC + "/events";

  private @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    running = Running.in(folder);
    assertThat(put(TOPIC, "{}").status()).isEqualTo(200);
    assertThat(
            put(
                    TOPIC + "/subscriptions/pt",
                    "{\"queue\":\"portugal\",\"filter\":{\"country\":[\"pt\"]}}")
                .status())
        .isEqualTo(200);
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void definitions_are_returned_as_they_were_put() {
    assertThat(running.get("/v1/topics").json().at("items", 0, "name").text()).isEqualTo("orders");
    assertThat(running.get(TOPIC).body()).contains("\"checking\":\"known\"");
    assertThat(running.get(TOPIC + "/subscriptions").body())
        .contains("\"filter\":{\"country\":[\"pt\"]}")
        .contains("\"format\":\"raw\"");
  }

  @Test
  void a_batch_has_one_result_per_event() {
    Running.Answer answer =
        running.post(
            EVENTS + "/batch",
            """
            {"events": [{"type": "paid", "id": "1", "body": {"n": 1.50}, "attributes": {"country": "pt"}},
                        {"id": "2", "body": {"n": 2}}]}\
            """);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("results", 0, "deliveries", 0, "queue").text())
        .isEqualTo("portugal");
    assertThat(answer.json().at("results", 1, "error", "code").text())
        .isEqualTo("invalid_argument");
    assertThat(running.get(TOPIC + "/deliveries?event_id=1").body())
        .contains("\"payload\":{\"n\": 1.50}");
  }

  @Test
  void a_cloud_event_is_accepted_in_structured_batch_and_binary_mode() {
    String one =
        """
        {"specversion":"1.0","id":"%s","source":"/shop","type":"paid","country":"pt","data":{"n":1}}\
        """;
    Running.Answer structured = post(EVENTS, one.formatted("a"), "application/cloudevents+json");
    assertThat(structured.status()).isEqualTo(201);
    assertThat(structured.json().at("event_id").text()).isEqualTo("a");
    Running.Answer batch =
        post(
            EVENTS,
            "[" + one.formatted("b") + "," + one.formatted("c") + "]",
            "application/cloudevents-batch+json");
    assertThat(batch.status()).isEqualTo(200);
    assertThat(batch.json().at("results", 1, "event_id").text()).isEqualTo("c");
    Running.Answer binary =
        running.send(
            EVENTS,
            request ->
                request
                    .header("Content-Type", "text/plain")
                    .header("ce-specversion", "1.0")
                    .header("ce-id", "d")
                    .header("ce-type", "paid")
                    .header("ce-source", "/shop")
                    .header("ce-country", "pt")
                    .POST(BodyPublishers.ofString("plain words")));
    assertThat(binary.status()).as(binary.body()).isEqualTo(201);
    assertThat(running.waybill().stats("portugal").waiting()).isEqualTo(4);
  }

  @Test
  void a_repeated_event_is_answered_like_a_repeated_job() {
    String event = "{\"type\":\"paid\",\"id\":\"e-1\"}";
    put(TOPIC + "/subscriptions/all", "{\"queue\":\"all\"}");
    Running.Answer first = running.post(EVENTS, event);
    assertThat(first.status()).isEqualTo(201);
    Running.Answer again = running.post(EVENTS, event);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    put(TOPIC + "/subscriptions/more", "{\"queue\":\"more\"}");
    assertThat(running.post(EVENTS, event).status()).isEqualTo(201);
  }

  @Test
  void an_id_that_is_not_a_text_is_refused_with_its_pointer() {
    Running.Answer answer = running.post(EVENTS, "{\"type\":\"paid\",\"id\":5}");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("errors", 0, "pointer").text()).isEqualTo("/id");
  }

  @Test
  void reserved_names_of_deliveries_are_refused() {
    String job = "{\"type\":\"t\",\"request_id\":\"event/orders/pt/1\"}";
    assertThat(running.post("/v1/jobs", job).code()).isEqualTo("invalid_argument");
    String tagged = "{\"jobs\":[{\"type\":\"t\",\"tags\":[\"event:1\"]}]}";
    assertThat(
            running.post("/v1/jobs/batch", tagged).json().at("results", 0, "error", "code").text())
        .isEqualTo("invalid_argument");
  }

  @Test
  void lists_of_definitions_have_pages() {
    put(TOPIC + "/subscriptions/es", "{\"queue\":\"spain\"}");
    Running.Answer first = running.get(TOPIC + "/subscriptions?limit=1");
    assertThat(first.json().at("items", 0, "name").text()).isEqualTo("es");
    Running.Answer second =
        running.get(
            TOPIC + "/subscriptions?limit=1&cursor=" + first.json().at("next_cursor").text());
    assertThat(second.json().at("items", 0, "name").text()).isEqualTo("pt");
    assertThat(second.body()).doesNotContain("next_cursor");
    put("/v1/schemas/paid/1.0", "{\"schema\":{}}");
    put("/v1/schemas/paid/2.0", "{\"schema\":{}}");
    Running.Answer schemas = running.get("/v1/schemas?limit=1");
    assertThat(schemas.json().at("next_cursor").text()).isEqualTo("paid/1.0");
    assertThat(running.get("/v1/schemas?cursor=paid/1.0").json().at("items", 0, "version").text())
        .isEqualTo("2.0");
  }

  @Test
  void testing_a_filter_policy_stores_nothing() {
    String test = "{\"filter\":{\"country\":[\"%s\"]},\"event\":%s}";
    String event = "{\"type\":\"t\",\"body\":{},\"attributes\":{\"country\":\"pt\"}}";
    Running.Answer yes = running.post("/v1/filters/test", test.formatted("pt", event));
    assertThat(yes.json().at("matches").value()).isEqualTo(true);
    Running.Answer no = running.post("/v1/filters/test", test.formatted("es", event));
    assertThat(no.json().at("matches").value()).isEqualTo(false);
    assertThat(no.json().at("reasons", 0).text()).contains("country");
    String wrong = "{\"filter\":{\"country\":7},\"event\":" + event + "}";
    assertThat(running.post("/v1/filters/test", wrong).code()).isEqualTo("invalid_argument");
  }

  @Test
  void an_attribute_of_another_type_is_refused_with_its_pointer() {
    Running.Answer answer =
        running.post(
            EVENTS + "/batch",
            "{\"events\":[{\"type\":\"t\",\"body\":{},\"attributes\":{\"a\":null}}]}");
    assertThat(answer.json().at("errors", 0, "pointer").text()).isEqualTo("/events/0/attributes/a");
    assertThat(answer.json().at("errors", 0, "code").text()).isEqualTo("invalid_type");
  }

  @Test
  void asyncapi_lists_the_types_published_to_a_topic() {
    put("/v1/schemas/paid/1.0", "{\"schema\":{}}");
    put("/v1/schemas/unpaid/1.0", "{\"schema\":{}}");
    assertThat(running.get("/v1/asyncapi").body()).doesNotContain("paid-1.0");
    running.post(EVENTS, "{\"type\":\"paid\",\"id\":\"e-1\"}");
    assertThat(running.get("/v1/asyncapi").body())
        .contains("paid-1.0")
        .doesNotContain("unpaid-1.0", "message_created");
  }

  @Test
  void a_form_of_another_site_is_not_accepted_as_an_event() {
    assertThat(post(EVENTS, "{}", "text/plain").status()).isEqualTo(415);
  }

  @Test
  void a_dry_run_publishes_nothing() {
    Running.Answer answer =
        running.post(
            TOPIC + "/dry-run",
            "{\"type\":\"paid\",\"body\":{},\"attributes\":{\"country\":\"es\"}}");
    assertThat(answer.json().at("verdicts", 0, "matches").value()).isEqualTo(false);
    assertThat(answer.json().at("verdicts", 0, "reasons", 0).text()).contains("country");
    assertThat(running.waybill().stats("portugal").waiting()).isZero();
  }

  @Test
  void deleted_resources_are_not_found() {
    assertThat(delete(TOPIC + "/subscriptions/pt").status()).isEqualTo(200);
    assertThat(delete(TOPIC + "/subscriptions/pt").code()).isEqualTo("not_found");
    assertThat(delete(TOPIC).status()).isEqualTo(200);
    assertThat(running.get(TOPIC).code()).isEqualTo("not_found");
    assertThat(running.post(EVENTS, "{}").code()).isEqualTo("not_found");
  }

  private Running.Answer put(String path, String json) {
    return running.send(
        path,
        request ->
            request.header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json)));
  }

  private Running.Answer post(String path, String body, String type) {
    return running.send(
        path, request -> request.header("Content-Type", type).POST(BodyPublishers.ofString(body)));
  }

  private Running.Answer delete(String path) {
    return running.send(path, request -> request.DELETE());
  }
}
