package dev.waybill.messages.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.messages.http.WebhookSignature;
import dev.waybill.messages.http.WebhookSignature.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

final class WebhookNotifierTest {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OTHER = "whsec_" + "c2VjcmV0".repeat(4);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Notification HELLO =
      Notification.of("n-1", "Hello", "Good morning").priority(Priority.LOW);

  private final ManualClock clock = new ManualClock();

  @Test
  void a_posted_webhook_can_be_verified() throws Exception {
    try (Endpoint endpoint = new Endpoint()) {
      new WebhookNotifier(endpoint.address().resolve("/hook"), List.of(SECRET), clock).send(HELLO);
      Endpoint.Asked asked = endpoint.asked().getFirst();
      assertThat(asked.path()).isEqualTo("/hook");
      assertThat(asked.headers())
          .containsEntry("webhook-id", "n-1")
          .containsEntry("webhook-timestamp", "1893456000");
      assertThat(verify(List.of(SECRET), asked.headers(), asked.body().bytes()))
          .isEqualTo(Verdict.VALID);
      assertThat(new JsonMapper().readTree(asked.body().bytes()))
          .isEqualTo(
              new JsonMapper()
                  .readTree(
                      """
                      {"type":"notification.created","timestamp":"2030-01-01T00:00:00Z","data":
                       {"id":"n-1","title":"Hello","text":"Good morning","priority":"low",
                        "tags":[]}}\
                      """));
    }
  }

  @Test
  void during_a_rotation_both_secrets_verify() throws Exception {
    try (Endpoint endpoint = new Endpoint()) {
      new WebhookNotifier(endpoint.address(), List.of(SECRET, OTHER), clock).send(HELLO);
      Endpoint.Asked asked = endpoint.asked().getFirst();
      assertThat(asked.headers().get("webhook-signature")).matches("v1,[^ ]+ v1,[^ ]+");
      assertThat(verify(List.of(SECRET), asked.headers(), asked.body().bytes()))
          .isEqualTo(Verdict.VALID);
      assertThat(verify(List.of(OTHER), asked.headers(), asked.body().bytes()))
          .isEqualTo(Verdict.VALID);
    }
  }

  @Test
  void a_gone_response_is_permanent() throws Exception {
    try (Endpoint endpoint = new Endpoint()) {
      endpoint.answers(410, "");
      WebhookNotifier notifier = new WebhookNotifier(endpoint.address(), List.of(SECRET), clock);
      assertThatThrownBy(() -> notifier.send(HELLO)).isInstanceOf(NotSent.Never.class);
    }
  }

  @Test
  void a_signature_of_another_implementation_verifies() {
    Map<String, String> headers =
        Map.of(
            "Webhook-Id",
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "Webhook-Timestamp",
            "1614265330",
            "Webhook-Signature",
            "v1a,b3RoZXI= v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    byte[] body = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
    clock.set(Instant.ofEpochSecond(1_614_265_331));
    assertThat(verify(List.of(OTHER, SECRET), headers, body)).isEqualTo(Verdict.VALID);
    assertThat(verify(List.of(OTHER), headers, body)).isEqualTo(Verdict.WRONG_SIGNATURE);
    assertThat(verify(List.of(SECRET), headers, new byte[] {'{', '}'}))
        .isEqualTo(Verdict.WRONG_SIGNATURE);
    clock.advance(MINUTE);
    assertThat(verify(List.of(SECRET), headers, body)).isEqualTo(Verdict.TOO_OLD);
    clock.advance(MINUTE.multipliedBy(-3));
    assertThat(verify(List.of(SECRET), headers, body)).isEqualTo(Verdict.TOO_NEW);
  }

  @Test
  void a_request_without_valid_headers_is_malformed() {
    byte[] body = {};
    Map<String, String> whole =
        Map.of(
            "webhook-id", "a", "webhook-timestamp", "1893456000", "webhook-signature", "v1,eA==");
    assertThat(verify(List.of(SECRET), whole, body)).isEqualTo(Verdict.WRONG_SIGNATURE);
    for (String name : whole.keySet()) {
      Map<String, String> less = new java.util.HashMap<>(whole);
      less.put(name, "");
      assertThat(verify(List.of(SECRET), less, body)).as(name).isEqualTo(Verdict.MALFORMED);
      less.remove(name);
      assertThat(verify(List.of(SECRET), less, body)).as(name).isEqualTo(Verdict.MALFORMED);
    }
  }

  @Test
  void invalid_secrets_are_rejected_and_not_printed() {
    for (String bad : List.of("", "secret", "whsec_", "whsec_%%%", "whsec_c2hvcnQ=")) {
      assertThatThrownBy(() -> verify(List.of(bad), Map.of(), new byte[0]))
          .isInstanceOf(WaybillException.class)
          .message()
          .doesNotContain("c2hvcnQ");
    }
    assertThatThrownBy(() -> verify(List.of(), Map.of(), new byte[0]))
        .isInstanceOf(WaybillException.class);
  }

  private Verdict verify(List<String> secrets, Map<String, String> headers, byte[] body) {
    return WebhookSignature.verify(secrets, headers, body, clock.instant(), MINUTE);
  }
}
