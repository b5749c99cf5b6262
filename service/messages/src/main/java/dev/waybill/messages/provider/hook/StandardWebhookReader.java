package dev.waybill.messages.provider.hook;

import dev.waybill.message.MessageEventType;
import dev.waybill.messages.http.WebhookSignature;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Reads webhooks by Standard Webhooks 1.0. The program that got a message reports what became of
/// it: `{"type": "message.opened", "timestamp": …, "data": {"message_id": …}}`.
final class StandardWebhookReader implements WebhookReader {

  static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final Map<String, MessageEventType> TYPES =
      Map.of(
          "message.accepted", MessageEventType.PROVIDER_ACCEPTED,
          "message.delivered", MessageEventType.PROVIDER_DELIVERED,
          "message.bounced", MessageEventType.PROVIDER_BOUNCED,
          "message.dropped", MessageEventType.PROVIDER_DROPPED,
          "message.complaint", MessageEventType.PROVIDER_COMPLAINT,
          "message.deferred", MessageEventType.PROVIDER_DEFERRED,
          "message.opened", MessageEventType.PROVIDER_OPENED,
          "message.clicked", MessageEventType.PROVIDER_CLICKED);

  private final List<String> secrets;

  StandardWebhookReader(List<String> secrets) {
    this.secrets = secrets;
  }

  @Override
  public WebhookResult read(WebhookRequest request, Instant now) {
    Map<String, String> headers = new HashMap<>();
    for (String name :
        List.of(WebhookSignature.ID, WebhookSignature.TIMESTAMP, WebhookSignature.SIGNATURE)) {
      request.header(name).ifPresent(value -> headers.put(name, value));
    }
    byte[] body = request.body().bytes();
    WebhookSignature.Verdict verdict =
        WebhookSignature.verify(secrets, headers, body, now, TOLERANCE);
    return verdict == WebhookSignature.Verdict.VALID
        ? new WebhookResult.Genuine(report(VendorJson.read(body), now).stream().toList())
        : new WebhookResult.NotGenuine(verdict.name());
  }

  private static Optional<ProviderReport> report(JsonNode event, Instant now) {
    String id = event.path("data").path("message_id").asString("");
    return Optional.ofNullable(TYPES.get(event.path("type").asString("")))
        .filter(_ -> !id.isEmpty())
        .map(
            type ->
                new ProviderReport(
                    id, type, VendorJson.time(event.path("timestamp"), now), Map.of()));
  }
}
