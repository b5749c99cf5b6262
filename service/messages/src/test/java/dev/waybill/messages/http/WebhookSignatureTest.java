package dev.waybill.messages.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.messages.http.WebhookSignature.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WebhookSignatureTest {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OTHER = "whsec_" + "c2VjcmV0".repeat(4);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualClock clock = new ManualClock();

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
