package dev.waybill.messages.provider.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookReaderTests;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MailgunWebhooksTest extends WebhookReaderTests {

  private static final String TIMESTAMP = "1770920772";
  private static final String TOKEN = "e0b5477167110d68991efc6b9f89f0a11066af27834600e123";
  private static final String SIGNATURE =
      "097ff1603ce0947833a030fe6b23a46d9597fc9835f074f252b2e662274fb61c";

  @Override
  protected WebhookRequest genuine() {
    return request(Map.of(), body(TIMESTAMP, TOKEN, SIGNATURE, "delivered", ""));
  }

  private static String body(
      String timestamp, String token, String signature, String event, String severity) {
    return """
    {"signature":{"timestamp":"%s","token":"%s","signature":"%s"},
     "event-data":{"event":"%s","severity":"%s","timestamp":1770920770.5,
      "message":{"headers":{"message-id":"20260203.1@mg.example.org"}}}}\
    """
        .formatted(timestamp, token, signature, event, severity);
  }

  @Override
  protected Instant now() {
    return Instant.ofEpochSecond(1_770_920_772);
  }

  @Override
  protected WebhookReader reader() {
    return new MailgunWebhooks("key-test");
  }

  @Override
  protected WebhookReader stranger() {
    return new MailgunWebhooks("key-other");
  }

  @Override
  protected List<String> headers() {
    return List.of();
  }

  @Override
  protected Duration tolerance() {
    return MailgunWebhooks.TOLERANCE;
  }

  /// The event is not signed: what is changed is the signature and what it covers.
  @Override
  protected Map<String, String> bodies() {
    Map<String, String> all = new LinkedHashMap<>();
    String whole = genuine().body().text();
    changes("timestamp", TIMESTAMP)
        .forEach((name, text) -> all.put(name, whole.replace(TIMESTAMP + "\"", text + "\"")));
    changes("token", TOKEN).forEach((name, text) -> all.put(name, whole.replace(TOKEN, text)));
    changes("signature", SIGNATURE)
        .forEach((name, text) -> all.put(name, whole.replace(SIGNATURE, text)));
    all.put("no signature", "{\"event-data\":{}}");
    all.put("no JSON", "signature");
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "accepted, '', PROVIDER_ACCEPTED",
    "delivered, '', PROVIDER_DELIVERED",
    "failed, permanent, PROVIDER_BOUNCED",
    "failed, temporary, PROVIDER_DEFERRED",
    "rejected, '', PROVIDER_DROPPED",
    "complained, '', PROVIDER_COMPLAINT",
    "opened, '', PROVIDER_OPENED",
    "clicked, '', PROVIDER_CLICKED"
  })
  void events_are_mapped(String event, String severity, MessageEventType type) throws Exception {
    assertThat(reports(request(Map.of(), body(TIMESTAMP, TOKEN, SIGNATURE, event, severity))))
        .containsExactly(
            new ProviderReport(
                "20260203.1@mg.example.org",
                type,
                Instant.ofEpochMilli(1_770_920_770_500L),
                Map.of()));
  }

  @Test
  void the_token_must_be_used_once() throws Exception {
    assertThat(reader().read(genuine(), now()))
        .isInstanceOfSatisfying(
            WebhookResult.Genuine.class, read -> assertThat(read.token()).isEqualTo(TOKEN));
  }
}
