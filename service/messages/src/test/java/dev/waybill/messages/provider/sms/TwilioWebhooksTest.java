package dev.waybill.messages.provider.sms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Payload;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Signatures;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookReaderTests;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// With the vectors that Twilio publishes.
final class TwilioWebhooksTest extends WebhookReaderTests {

  private static final String URL = "https://mycompany.com/myapp.php?foo=1&bar=2";

  @Override
  protected WebhookRequest genuine() {
    return request(
        Map.of(TwilioWebhooks.SIGNATURE, "RSOYDt4T1cUTdK1PDd93/VVr8B8="),
        "CallSid=CA1234567890ABCDE&Caller=%2B14158675309&Digits=1234&From=%2B14158675309"
            + "&To=%2B18005551212");
  }

  @Override
  protected Instant now() {
    return Instant.parse("2026-01-01T00:00:00Z");
  }

  @Override
  protected WebhookReader reader() {
    return new TwilioWebhooks("12345", URL);
  }

  @Override
  protected WebhookReader stranger() {
    return new TwilioWebhooks("12346", URL);
  }

  @Override
  protected List<String> headers() {
    return List.of(TwilioWebhooks.SIGNATURE);
  }

  @Override
  protected Duration tolerance() {
    return Duration.ZERO;
  }

  @Test
  void a_json_body_is_covered_by_its_digest() throws Exception {
    String body = "{\"property\": \"value\", \"boolean\": true}";
    assertThat(reader().read(json(body), now())).isInstanceOf(WebhookResult.Genuine.class);
    assertThat(reader().read(json(body + " "), now())).isInstanceOf(WebhookResult.NotGenuine.class);
  }

  private static WebhookRequest json(String body) {
    return new WebhookRequest(
        Map.of("x-twilio-signature", List.of("a9nBmqA0ju/hNViExpshrM61xv4=")),
        "foo=1&bar=2&bodySHA256=0a1ff7634d9ab3b95db5c9a2dfe9416e41502b283a80c7cf19632632f96e6620",
        Payload.of(body));
  }

  @Test
  void the_order_of_the_fields_does_not_matter_and_a_repeated_field_is_refused() throws Exception {
    String body = genuine().body().text();
    String other =
        body.substring(body.indexOf('&') + 1) + '&' + body.substring(0, body.indexOf('&'));
    assertThat(reader().read(withBody(Payload.of(other)), now()))
        .isInstanceOf(WebhookResult.Genuine.class);
    assertThat(reader().read(withBody(Payload.of(body + "&Digits=1234")), now()))
        .isInstanceOf(WebhookResult.NotGenuine.class);
  }

  @Test
  void another_url_is_refused_and_the_standard_port_may_be_signed() throws Exception {
    assertThat(new TwilioWebhooks("12345", URL + "3").read(genuine(), now()))
        .isInstanceOf(WebhookResult.NotGenuine.class);
    String signed = "https://example.org:443/hookMessageSidSM1MessageStatusdelivered";
    WebhookRequest request =
        request(
            Map.of(TwilioWebhooks.SIGNATURE, sign(signed)),
            "MessageSid=SM1&MessageStatus=delivered");
    WebhookReader reader = new TwilioWebhooks("12345", "https://example.org/hook");
    assertThat(reader.read(request, now()))
        .isEqualTo(
            new WebhookResult.Genuine(
                List.of(
                    new ProviderReport(
                        "SM1", MessageEventType.PROVIDER_DELIVERED, now(), Map.of()))));
  }

  @ParameterizedTest
  @CsvSource({"30005, true", "30006, true", "30003, false", "30008, false"})
  void a_bounce_is_hard_if_the_number_is_unreachable_for_good(String error, boolean hard)
      throws Exception {
    String signed = URL + "ErrorCode" + error + "MessageSidSM1MessageStatusundelivered";
    WebhookRequest request =
        request(
            Map.of(TwilioWebhooks.SIGNATURE, sign(signed)),
            "MessageSid=SM1&MessageStatus=undelivered&ErrorCode=" + error);
    assertThat(reports(request))
        .singleElement()
        .satisfies(
            report -> {
              assertThat(report.type()).isEqualTo(MessageEventType.PROVIDER_BOUNCED);
              assertThat(report.details().containsKey("bounce_type")).isEqualTo(!hard);
            });
  }

  private static String sign(String text) {
    return Base64.getEncoder()
        .encodeToString(
            Signatures.hmac(
                "HmacSHA1",
                "12345".getBytes(StandardCharsets.UTF_8),
                text.getBytes(StandardCharsets.UTF_8)));
  }
}
