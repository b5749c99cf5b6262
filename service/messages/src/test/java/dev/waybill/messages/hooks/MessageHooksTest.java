package dev.waybill.messages.hooks;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.message.Message;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.MessageHook;
import dev.waybill.message.NewMessage;
import dev.waybill.message.NewMessageHook;
import dev.waybill.messages.MessagesProvider;
import dev.waybill.messages.http.Endpoint;
import dev.waybill.settings.Settings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MessageHooksTest {

  private static final NewMessage HELLO =
      NewMessage.builder("email", "ada@example.org").subject("Secret").text("Lunch").build();

  /// Created, queued, attempted, accepted, delivered.
  private static final int EVENTS = 5;

  private @TempDir Path folder;
  private Endpoint endpoint;
  private Waybill waybill;

  @BeforeEach
  void open() throws Exception {
    endpoint = new Endpoint();
    waybill = Waybill.open(folder, settings("127.0.0.0/8"));
  }

  private static Settings settings(String networks) {
    return Settings.DEFAULT.withServiceSetting(MessagesProvider.ALLOW_NETWORKS, networks);
  }

  @AfterEach
  void close() {
    waybill.close();
    endpoint.close();
  }

  @Test
  void every_transition_is_sent_once_and_signed() throws Exception {
    String secret = String.valueOf(put().secret());
    Message message = delivered(send());
    List<String> transitions =
        message.events().stream()
            .filter(event -> !event.type().equals("SendRequested"))
            .map(event -> event.type() + ' ' + event.sequence())
            .toList();
    eventually(() -> assertThat(told()).containsExactlyInAnyOrderElementsOf(transitions));
    for (Endpoint.Asked asked : endpoint.asked()) {
      assertThat(asked.headers().get("webhook-signature")).isEqualTo("v1," + signed(asked, secret));
    }
    assertThat(endpoint.asked())
        .extracting(asked -> asked.headers().get("webhook-id"))
        .doesNotHaveDuplicates();
  }

  @Test
  void a_body_has_ids_and_states_and_nothing_personal() {
    put();
    String id = send();
    eventually(() -> assertThat(body("ProviderDelivered")).isNotEmpty());
    assertThat(body("ProviderDelivered"))
        .contains(
            "\"message_id\":\"" + id + "\"",
            "\"attempt_no\":1",
            "\"attempt_id\":",
            "\"tenant_id\":\"default\"",
            "\"channel\":\"email\"",
            "\"machine\":\"provider\"",
            "\"state\":\"delivered\"",
            "\"provider_key\":\"sandbox\"",
            "\"provider_msg_id\":")
        .doesNotContain("ada@example.org", "Lunch", "Secret");
  }

  @Test
  void only_the_chosen_events_of_the_own_tenant_since_the_creation_are_sent() {
    delivered(send());
    waybill
        .messageHooks()
        .put(
            "crm",
            new NewMessageHook(url(), null, Set.of(MessageEventType.HANDOFF_ACCEPTED), true));
    waybill.tenant("other").messages().send(HELLO);
    Message message = delivered(send());
    eventually(() -> assertThat(endpoint.asked()).hasSize(1));
    assertThat(endpoint.asked().getFirst().body().text()).contains("HandoffAccepted", message.id());
  }

  @Test
  void events_while_the_server_is_down_are_sent_after_the_restart_and_none_twice() {
    waybill
        .messageHooks()
        .put(
            "crm", new NewMessageHook(url(), null, Set.of(MessageEventType.MESSAGE_CREATED), true));
    String first = send();
    eventually(() -> assertThat(endpoint.asked()).hasSize(1));
    waybill.close();
    waybill = Waybill.open(folder, settings("127.0.0.0/8").withMaintenanceEvery(null));
    String second = send();
    waybill.close();
    waybill = Waybill.open(folder, settings("127.0.0.0/8"));
    eventually(() -> assertThat(endpoint.asked()).hasSize(2));
    assertThat(endpoint.asked().getFirst().body().text()).contains(first);
    assertThat(endpoint.asked().getLast().body().text()).contains(second);
  }

  @Test
  void an_endpoint_that_is_gone_is_disabled() {
    endpoint.answers(410, "");
    put();
    send();
    eventually(
        () ->
            assertThat(waybill.messageHooks().find("crm").orElseThrow().disabledBecause())
                .contains("410"));
    eventually(() -> assertThat(jobs(State.DEAD)).isNotEmpty());
  }

  @Test
  void a_busy_endpoint_is_called_again_after_the_time_that_it_asks_for() {
    endpoint.answers(
        exchange -> {
          exchange.getResponseHeaders().add("Retry-After", "1800");
          Endpoint.answer(exchange, 429, "");
        });
    put();
    send();
    eventually(() -> assertThat(jobs(State.SCHEDULED)).isNotEmpty());
    Job job = jobs(State.SCHEDULED).getFirst();
    assertThat(job.progress().runAt()).isAfter(job.progress().updatedAt().plusSeconds(1700));
    assertThat(waybill.messageHooks().find("crm").orElseThrow().disabledBecause()).isNull();
  }

  @Test
  void a_tenant_whose_jobs_are_refused_stops_no_other_tenant_and_catches_up() {
    Waybill full = waybill.tenant("full");
    full.changeQueueSettings(HookJob.QUEUE, settings -> settings.withMaxWaiting(0));
    full.messageHooks().put("crm", NewMessageHook.of(url() + "/full"));
    put();
    full.messages().send(HELLO);
    send();
    eventually(() -> assertThat(paths()).containsOnly("/").hasSize(EVENTS));
    full.changeQueueSettings(HookJob.QUEUE, settings -> settings.withMaxWaiting(null));
    eventually(() -> assertThat(paths()).filteredOn("/full"::equals).hasSize(EVENTS));
    assertThat(paths()).hasSize(2 * EVENTS);
  }

  @Test
  void a_job_of_somebody_else_is_not_signed() {
    put();
    JobId forged =
        waybill
            .enqueue(
                NewJob.builder(HookJob.TYPE)
                    .queue(HookJob.QUEUE)
                    .payload(
                        Payload.of(
                            "{\"hook\":\"crm\",\"event_id\":\"x\",\"position\":1,\"body\":{\"type\":\"x\"}}"))
                    .build())
            .id();
    eventually(() -> assertThat(waybill.find(forged).orElseThrow().state()).isEqualTo(State.DEAD));
    assertThat(endpoint.asked()).isEmpty();
  }

  private List<String> paths() {
    return endpoint.asked().stream().map(Endpoint.Asked::path).toList();
  }

  @Test
  void a_private_address_is_refused_and_not_called() {
    put();
    waybill.close();
    waybill = Waybill.open(folder, settings(""));
    assertThatThrownBy(this::put)
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
    send();
    eventually(() -> assertThat(jobs(State.DEAD)).isNotEmpty());
    assertThat(endpoint.asked()).isEmpty();
  }

  @Test
  void a_secret_is_shown_once_and_kept_when_the_hook_changes() throws Exception {
    String secret = String.valueOf(put().secret());
    MessageHook changed = waybill.messageHooks().put("crm", NewMessageHook.of(url() + "/new"));
    assertThat(changed.secret()).isNull();
    assertThat(waybill.messageHooks().find("crm").orElseThrow().secret()).isNull();
    assertThat(waybill.messageHooks().list()).containsExactly(changed);
    send();
    eventually(() -> assertThat(endpoint.asked()).isNotEmpty());
    Endpoint.Asked asked = endpoint.asked().getFirst();
    assertThat(asked.path()).isEqualTo("/new");
    assertThat(asked.headers().get("webhook-signature")).isEqualTo("v1," + signed(asked, secret));
  }

  @Test
  void a_deleted_hook_gets_nothing() {
    put();
    assertThat(waybill.messageHooks().delete("crm")).isTrue();
    assertThat(waybill.messageHooks().delete("crm")).isFalse();
    delivered(send());
    assertThat(endpoint.asked()).isEmpty();
  }

  @Test
  void a_hook_with_the_name_of_a_deleted_one_gets_only_its_own_events() {
    endpoint.answers(503, "");
    put();
    delivered(send());
    eventually(() -> assertThat(jobs(State.SCHEDULED)).hasSize(EVENTS));
    waybill.messageHooks().delete("crm");
    waybill.messageHooks().put("crm", NewMessageHook.of(url() + "/new"));
    jobs(State.SCHEDULED).forEach(job -> waybill.retry(job.id()));
    eventually(() -> assertThat(jobs(State.COMPLETED)).hasSize(EVENTS));
    assertThat(paths()).doesNotContain("/new");

    endpoint.answers(200, "");
    send();
    eventually(() -> assertThat(paths()).filteredOn("/new"::equals).hasSize(EVENTS));
  }

  @Test
  void the_job_of_an_event_belongs_to_the_trace_of_the_message() {
    String trace = "0af7651916cd43dd8448eb211c80319c";
    String traceparent = "00-" + trace + "-b7ad6b7169203331-01";
    put();
    waybill.messages().send(HELLO.toBuilder().traceContext(traceparent).build());
    eventually(() -> assertThat(jobs(State.COMPLETED)).hasSize(EVENTS));
    assertThat(jobs(State.COMPLETED))
        .extracting(job -> String.valueOf(job.request().traceContext()))
        .allSatisfy(context -> assertThat(context).contains(trace));
  }

  @Test
  void an_invalid_url_or_secret_is_refused() {
    assertThatThrownBy(() -> waybill.messageHooks().put("crm", NewMessageHook.of("ftp://a/")))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
    assertThatThrownBy(
            () ->
                waybill
                    .messageHooks()
                    .put("crm", new NewMessageHook(url(), "short", Set.of(), true)))
        .isInstanceOf(WaybillException.class);
  }

  private String url() {
    return endpoint.address().toString();
  }

  private MessageHook put() {
    return waybill.messageHooks().put("crm", NewMessageHook.of(url()));
  }

  private String send() {
    return waybill.messages().send(HELLO).messageId();
  }

  private Message delivered(String id) {
    eventually(
        () ->
            assertThat(waybill.messages().find(id).orElseThrow().provider().state())
                .isEqualTo("delivered"));
    return waybill.messages().find(id).orElseThrow();
  }

  /// Type and sequence of what the endpoint got.
  private List<String> told() {
    return endpoint.asked().stream()
        .map(asked -> asked.body().text())
        .map(body -> field(body, "\"type\":\"([^\"]+)") + ' ' + field(body, "\"sequence\":(\\d+)"))
        .toList();
  }

  private static String field(String body, String pattern) {
    var found = java.util.regex.Pattern.compile(pattern).matcher(body);
    return found.find() ? found.group(1) : "";
  }

  private String body(String type) {
    return endpoint.asked().stream()
        .map(asked -> asked.body().text())
        .filter(body -> body.contains('"' + type + '"'))
        .findFirst()
        .orElse("");
  }

  private List<Job> jobs(State state) {
    return waybill
        .list(JobFilter.ALL.withQueue("msg.hooks").withStates(state), Page.Request.FIRST)
        .items();
  }

  /// As Standard Webhooks defines it, written from the specification.
  private static String signed(Endpoint.Asked asked, String secret) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    String text =
        asked.headers().get("webhook-id")
            + '.'
            + asked.headers().get("webhook-timestamp")
            + '.'
            + asked.body().text();
    return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }
}
