package dev.waybill.messages.provider.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.message.MessageEventType;
import dev.waybill.messages.http.WebhookSecrets;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookReaderTests;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StandardWebhookReaderTest extends WebhookReaderTests {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String OTHER = "whsec_" + "c2VjcmV0".repeat(4);

  /// The vector that the specification publishes.
  @Override
  protected WebhookRequest genuine() {
    return request(
        Map.of(
            "webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek",
            "webhook-timestamp", "1614265330",
            "webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="),
        "{\"test\": 2432232314}");
  }

  @Override
  protected Instant now() {
    return Instant.ofEpochSecond(1_614_265_330);
  }

  @Override
  protected WebhookReader reader() {
    return new StandardWebhookReader(List.of(SECRET));
  }

  @Override
  protected WebhookReader stranger() {
    return new StandardWebhookReader(List.of(OTHER));
  }

  @Override
  protected List<String> headers() {
    return List.of("webhook-id", "webhook-timestamp", "webhook-signature");
  }

  @Override
  protected Duration tolerance() {
    return StandardWebhookReader.TOLERANCE;
  }

  @Test
  void a_report_has_the_message_and_the_event() throws Exception {
    String body =
        """
        {"type":"message.bounced","timestamp":"2021-02-25T15:00:00Z","data":{"message_id":"m-1"}}\
        """;
    assertThat(reports(signed("e1", body)))
        .containsExactly(
            new ProviderReport(
                "m-1",
                MessageEventType.PROVIDER_BOUNCED,
                Instant.parse("2021-02-25T15:00:00Z"),
                Map.of()));
    for (String nothing : List.of("{}", "[]", "no JSON", "{\"type\":\"message.read\"}")) {
      assertThat(reports(signed("e2", nothing))).isEmpty();
    }
  }

  @Test
  void an_id_with_a_dot_could_shift_the_parts_and_is_refused() throws Exception {
    assertThat(reader().read(signed("e.1", "{}"), now()))
        .isInstanceOf(WebhookResult.NotGenuine.class);
  }

  private WebhookRequest signed(String id, String body) {
    String signature =
        WebhookSecrets.parse(List.of(SECRET))
            .sign(id, now(), body.getBytes(StandardCharsets.UTF_8));
    return request(
        Map.of(
            "webhook-id",
            id,
            "webhook-timestamp",
            Long.toString(now().getEpochSecond()),
            "webhook-signature",
            "v1a,AAAA " + signature),
        body);
  }
}
