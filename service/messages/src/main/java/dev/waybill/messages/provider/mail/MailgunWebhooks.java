package dev.waybill.messages.provider.mail;

import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Signatures;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads Mailgun's webhooks. The signature is in the body and covers a timestamp and a token, not
/// the event, so a token is accepted with one body only.
final class MailgunWebhooks implements WebhookReader {

  static final Duration TOLERANCE = Duration.ofMinutes(5);

  private final byte[] key;

  MailgunWebhooks(String key) {
    this.key = key.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public WebhookResult read(WebhookRequest request, Instant now) {
    JsonNode body = VendorJson.read(request.body().bytes());
    JsonNode signature = body.path("signature");
    String timestamp = signature.path("timestamp").asString("");
    String token = signature.path("token").asString("");
    if (token.isEmpty() || !Signatures.isFresh(timestamp, now, TOLERANCE)) {
      return new WebhookResult.NotGenuine("token or timestamp are missing, too old or too new");
    }
    return Signatures.areEqual(expected(timestamp, token), signature.path("signature").asString(""))
        ? new WebhookResult.Genuine(report(body.path("event-data"), now).stream().toList(), token)
        : new WebhookResult.NotGenuine("the signature does not match");
  }

  private String expected(String timestamp, String token) {
    byte[] signed = (timestamp + token).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(Signatures.hmac("HmacSHA256", key, signed));
  }

  /// An event has the same form in webhooks and in lookups.
  static Optional<ProviderReport> report(JsonNode event, Instant now) {
    MessageEventType type = type(event);
    String id = event.path("message").path("headers").path("message-id").asString("");
    return type == null || id.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ProviderReport(
                id,
                type,
                VendorJson.time(event.path("timestamp"), now),
                VendorJson.details("reason", event.path("reason"))));
  }

  private static @Nullable MessageEventType type(JsonNode event) {
    return switch (event.path("event").asString("")) {
      case "accepted" -> MessageEventType.PROVIDER_ACCEPTED;
      case "delivered" -> MessageEventType.PROVIDER_DELIVERED;
      case "failed" ->
          event.path("severity").asString("").equals("temporary")
              ? MessageEventType.PROVIDER_DEFERRED
              : MessageEventType.PROVIDER_BOUNCED;
      case "rejected" -> MessageEventType.PROVIDER_DROPPED;
      case "complained" -> MessageEventType.PROVIDER_COMPLAINT;
      case "opened" -> MessageEventType.PROVIDER_OPENED;
      case "clicked" -> MessageEventType.PROVIDER_CLICKED;
      default -> null;
    };
  }
}
