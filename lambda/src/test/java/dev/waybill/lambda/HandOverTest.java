package dev.waybill.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.conformance.Seed;
import dev.waybill.server.ServerSettings;
import dev.waybill.server.WaybillServer;
import dev.waybill.topic.Subscription;
import dev.waybill.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Functions that pass messages to a real server.
class HandOverTest {

  private @TempDir Path folder;
  private Waybill waybill;
  private WaybillServer server;

  @BeforeEach
  void start() {
    waybill = Waybill.open(folder);
    server = WaybillServer.start(waybill, ServerSettings.DEFAULT.withPort(0));
  }

  @AfterEach
  void stop() {
    server.close();
    waybill.close();
  }

  private String handle(Map<String, String> variables, String event) {
    Map<String, String> environment = new HashMap<>(variables);
    environment.put("WAYBILL_URL", "http://127.0.0.1:" + server.port());
    byte[] answer = new HandOver(environment).handle(event.getBytes(StandardCharsets.UTF_8));
    return new String(answer, StandardCharsets.UTF_8);
  }

  private List<Job> jobs(String queue) {
    return waybill.list(JobFilter.ALL.withQueue(queue), Page.Request.first(10)).items();
  }

  @Test
  @Seed("S5.6")
  void messages_become_jobs_once_however_often_they_are_delivered() {
    Map<String, String> variables =
        Map.of("WAYBILL_QUEUE", "documents", "WAYBILL_TYPE", "document_ingestion");
    assertThat(handle(variables, Events.of("a", "b"))).isEqualTo(Events.failures());
    assertThat(handle(variables, Events.of("a", "b"))).isEqualTo(Events.failures());
    assertThat(jobs("documents"))
        .hasSize(2)
        .allMatch(job -> job.request().type().equals("document_ingestion"))
        .extracting(job -> job.request().payload())
        .containsExactlyInAnyOrder(Payload.of("a"), Payload.of("b"));
  }

  @Test
  @Seed("S1.10")
  void messages_become_events_of_a_topic() {
    waybill.topics().put(Topic.of("messages"));
    waybill.topics().subscribe(Subscription.of("messages", "all", "received"));
    Map<String, String> variables =
        Map.of("WAYBILL_TOPIC", "messages", "WAYBILL_TYPE", "order.paid");
    assertThat(handle(variables, Events.of("{\"n\":1}", "{}"))).isEqualTo(Events.failures());
    assertThat(jobs("received")).hasSize(2);
  }

  @Test
  void messages_for_a_topic_that_does_not_exist_are_delivered_again() {
    assertThat(handle(Map.of("WAYBILL_TOPIC", "none"), Events.of("{}", "{}")))
        .isEqualTo(Events.failures("m0", "m1"));
  }

  @Test
  void a_missing_variable_is_named() {
    assertThatThrownBy(() -> new HandOver(Map.of("WAYBILL_URL", "http://127.0.0.1:1")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("WAYBILL_QUEUE");
  }
}
