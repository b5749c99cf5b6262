package dev.waybill.messages.provider.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookReaderTests;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PostmarkWebhooksTest extends WebhookReaderTests {

  @Override
  protected WebhookRequest genuine() {
    return called(
        "{\"RecordType\":\"Delivery\",\"MessageID\":\"b7bc\",\"DeliveredAt\":\"2026-01-01T00:00:00Z\"}");
  }

  /// The basic credential of `waybill` with the password `a long and secret password`.
  private static WebhookRequest called(String body) {
    return request(
        Map.of("Authorization", "Basic d2F5YmlsbDphIGxvbmcgYW5kIHNlY3JldCBwYXNzd29yZA=="), body);
  }

  @Override
  protected Instant now() {
    return Instant.parse("2026-01-01T00:00:10Z");
  }

  @Override
  protected WebhookReader reader() {
    return PostmarkWebhooks.basic("waybill", "a long and secret password");
  }

  @Override
  protected WebhookReader stranger() {
    return PostmarkWebhooks.basic("waybill", "another password");
  }

  @Override
  protected List<String> headers() {
    return List.of("Authorization");
  }

  @Override
  protected Duration tolerance() {
    return Duration.ZERO;
  }

  /// Postmark does not sign bodies.
  @Override
  protected Map<String, String> bodies() {
    return Map.of();
  }

  @Override
  protected boolean isBodyVerified() {
    return false;
  }

  @ParameterizedTest
  @CsvSource({
    "Delivery, '', PROVIDER_DELIVERED",
    "Bounce, HardBounce, PROVIDER_BOUNCED",
    "Bounce, Transient, PROVIDER_DEFERRED",
    "SpamComplaint, '', PROVIDER_COMPLAINT",
    "Open, '', PROVIDER_OPENED",
    "Click, '', PROVIDER_CLICKED"
  })
  void events_are_mapped(String record, String kind, MessageEventType type) throws Exception {
    String body =
        "{\"RecordType\":\"%s\",\"Type\":\"%s\",\"MessageID\":\"b7bc\"}".formatted(record, kind);
    assertThat(reports(called(body)))
        .singleElement()
        .satisfies(
            report -> {
              assertThat(report.providerMsgId()).isEqualTo("b7bc");
              assertThat(report.type()).isEqualTo(type);
            });
  }

  @Test
  void a_header_of_ones_own_is_a_credential_and_an_empty_one_is_not() throws Exception {
    WebhookRequest request = request(Map.of("X-Secret", "s3cret"), "{}");
    assertThat(new PostmarkWebhooks("X-Secret", "s3cret").read(request, now()))
        .isInstanceOf(WebhookResult.Genuine.class);
    assertThat(
            new PostmarkWebhooks("X-Secret", "").read(request(Map.of("X-Secret", ""), "{}"), now()))
        .isInstanceOf(WebhookResult.NotGenuine.class);
  }
}
