package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.LeaseRequest;
import dev.waybill.RetryPolicy;
import dev.waybill.admin.CreatedKey;
import dev.waybill.admin.Scope;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.settings.QueueSettings;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QueueSettingsTest {

  private static final String PATH = "/v1/queues/mails/settings";
  private static final String JOB = "{\"type\":\"t\",\"queue\":\"mails\"}";

  private @TempDir Path folder;
  private Running running;

  @BeforeEach
  void start() {
    running = Running.in(folder);
  }

  @AfterEach
  void stop() {
    running.close();
  }

  @Test
  void putting_settings_replaces_all_of_them() {
    assertThat(running.get(PATH).body()).isEqualTo("{}");
    Running.Answer put = put("{\"default_lease_duration\":\"5m\",\"default_timeout\":\"1h\"}");
    assertThat(put.status()).isEqualTo(200);
    assertThat(put.body())
        .isEqualTo("{\"default_lease_duration\":\"PT5M\",\"default_timeout\":\"PT1H\"}");
    assertThat(put("{\"max_waiting\":10,\"default_lease_duration\":null}").body())
        .isEqualTo("{\"max_waiting\":10}");
    assertThat(running.get(PATH).body()).isEqualTo("{\"max_waiting\":10}");
    assertThat(put("{}").body()).isEqualTo("{}");
  }

  @Test
  void a_merge_patch_changes_named_settings_and_null_removes_them() {
    put(
        "{\"default_lease_duration\":\"5m\",\"max_waiting\":10,\"default_retry\":{\"max_errors\":5}}");
    patch("{\"max_waiting\":null,\"default_timeout\":\"1h\"}");
    RetryPolicy five = RetryPolicy.DEFAULT.withMaxErrors(5);
    QueueSettings set = new QueueSettings(Duration.ofMinutes(5), five, Duration.ofHours(1), null);
    assertThat(running.waybill().queueSettings("mails")).isEqualTo(set);
    patch("{\"default_retry\":{\"max_crashes\":9}}");
    assertThat(running.waybill().queueSettings("mails"))
        .isEqualTo(set.withDefaultRetry(five.withMaxCrashes(9)));
    patch("{\"default_retry\":{\"max_errors\":null}}");
    assertThat(running.waybill().queueSettings("mails"))
        .isEqualTo(set.withDefaultRetry(RetryPolicy.DEFAULT.withMaxCrashes(9)));
    patch("{\"default_retry\":null}");
    assertThat(running.waybill().queueSettings("mails")).isEqualTo(set.withDefaultRetry(null));
  }

  @Test
  void invalid_values_are_refused_with_their_pointer_and_change_nothing() {
    put("{\"max_waiting\":10}");
    assertRefused("{\"default_lease_duration\":\"1ms\"}", "/default_lease_duration");
    assertRefused("{\"default_lease_duration\":5}", "/default_lease_duration");
    assertRefused("{\"default_timeout\":\"31d\"}", "/default_timeout");
    assertRefused("{\"max_waiting\":-1}", "/max_waiting");
    assertRefused("{\"max_waiting\":99999999999}", "/max_waiting");
    assertRefused("{\"default_retry\":{\"max_errors\":0}}", "/default_retry/max_errors");
    assertRefused("{\"default_retry\":{\"jitter\":11}}", "/default_retry/jitter");
    assertRefused("{\"default_retry\":{\"attempts\":3}}", "/default_retry/attempts");
    assertRefused("{\"max_wating\":3}", "/max_wating");
    assertThat(running.get(PATH).body()).isEqualTo("{\"max_waiting\":10}");
    assertThat(running.get("/v1/queues/no%20queue/settings").code()).isEqualTo("invalid_name");
  }

  private void assertRefused(String json, String pointer) {
    for (Running.Answer answer : new Running.Answer[] {put(json), patch(json)}) {
      assertThat(answer.status()).as(json).isEqualTo(400);
      assertThat(answer.json().at("errors").items().getFirst().at("pointer").text())
          .isEqualTo(pointer);
    }
  }

  @Test
  void a_full_queue_is_429_with_its_name_and_limit() {
    put("{\"max_waiting\":1}");
    assertThat(running.post("/v1/jobs", JOB).status()).isEqualTo(201);
    Running.Answer refused = running.post("/v1/jobs", JOB);
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.code()).isEqualTo("store_full");
    assertThat(refused.json().at("detail").text()).contains("\"mails\"", "at most 1 jobs");
    assertThat(running.waybill().lease(LeaseRequest.of("mails", "w"))).hasSize(1);
    assertThat(running.post("/v1/jobs", JOB).status()).isEqualTo(201);
  }

  @Test
  void a_lease_has_the_duration_set_for_its_queue() {
    put("{\"default_lease_duration\":\"5m\"}");
    running.post("/v1/jobs", JOB);
    String leased = running.post("/v1/leases", "{\"queue\":\"mails\",\"worker\":\"w\"}").body();
    assertThat(leased).contains("\"lease_duration\":\"PT5M\"");
  }

  @Test
  void settings_survive_a_restart() {
    put("{\"max_waiting\":0}");
    running.close();
    running = Running.in(folder);
    assertThat(running.post("/v1/jobs", JOB).status()).isEqualTo(429);
    assertThat(running.get(PATH).body()).isEqualTo("{\"max_waiting\":0}");
  }

  @Test
  void changes_need_the_scope_operate_are_audited_and_stay_in_their_tenant() {
    running.close();
    try (Guarded server = new Guarded(folder, AccessSettings.DEFAULT)) {
      CreatedKey operator = server.key("acme", Scope.OPERATE, Scope.READ, Scope.ADMIN);
      CreatedKey reader = server.key("acme", Scope.READ);
      CreatedKey other = server.key("other", Scope.READ);
      String json = "{\"max_waiting\":3}";
      assertThat(server.call("PUT", PATH, json, reader.text()).status()).isEqualTo(403);
      assertThat(server.call("PATCH", PATH, json, operator.text()).status()).isEqualTo(200);
      assertThat(server.get(PATH, reader.text()).body()).isEqualTo(json);
      assertThat(server.get(PATH, other.text()).body()).isEqualTo("{}");
      Tree entry = server.get("/v1/audit", operator.text()).json().at("items").items().getLast();
      assertThat(entry.at("action").text()).isEqualTo("PATCH /v1/queues/{queue}/settings");
      assertThat(entry.at("target").text()).isEqualTo(PATH);
      assertThat(entry.at("detail").text()).isEqualTo(json);
    }
    running = Running.in(folder);
  }

  private Running.Answer put(String json) {
    return running.send(
        PATH,
        request ->
            request.header("Content-Type", "application/json").PUT(BodyPublishers.ofString(json)));
  }

  private Running.Answer patch(String json) {
    return running.send(
        PATH,
        request ->
            request
                .header("Content-Type", "application/merge-patch+json")
                .method("PATCH", BodyPublishers.ofString(json)));
  }
}
