package dev.waybill.messages.provider.mail;

import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.Signatures;
import dev.waybill.messages.provider.VendorJson;
import dev.waybill.messages.provider.WebhookReader;
import dev.waybill.messages.provider.WebhookRequest;
import dev.waybill.messages.provider.WebhookResult;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads Postmark's webhooks. Postmark does not sign them: a secret in a header is the proof, so
/// they must come by HTTPS.
final class PostmarkWebhooks implements WebhookReader {

  private static final List<String> TIMES =
      List.of("DeliveredAt", "BouncedAt", "ReceivedAt", "ChangedAt");

  /// Bounces after which Postmark tries again.
  private static final Set<String> TEMPORARY = Set.of("Transient", "SoftBounce", "DnsError");

  /// Bounces that say that the address is invalid.
  private static final Set<String> HARD = Set.of("HardBounce", "BadEmailAddress");

  private final String header;
  private final String secret;

  PostmarkWebhooks(String header, String secret) {
    this.header = header;
    this.secret = secret;
  }

  static WebhookReader basic(String user, String password) {
    byte[] both = (user + ':' + password).getBytes(StandardCharsets.UTF_8);
    return new PostmarkWebhooks(
        "Authorization", "Basic " + Base64.getEncoder().encodeToString(both));
  }

  @Override
  public WebhookResult read(WebhookRequest request, Instant now) {
    String given = request.header(header).orElse("");
    if (secret.isEmpty() || !Signatures.areEqual(secret, given)) {
      return new WebhookResult.NotGenuine("the header " + header + " is missing or wrong");
    }
    JsonNode event = VendorJson.read(request.body().bytes());
    MessageEventType type = type(event);
    String id = event.path("MessageID").asString("");
    return new WebhookResult.Genuine(
        type == null || id.isEmpty()
            ? List.of()
            : List.of(
                new ProviderReport(
                        id, type, at(event, now), VendorJson.details("type", event.path("Type")))
                    .withBounce(HARD.contains(event.path("Type").asString("")))));
  }

  private static Instant at(JsonNode event, Instant now) {
    return TIMES.stream()
        .filter(event::has)
        .findFirst()
        .map(name -> VendorJson.time(event.path(name), now))
        .orElse(now);
  }

  private static @Nullable MessageEventType type(JsonNode event) {
    return switch (event.path("RecordType").asString("")) {
      case "Delivery" -> MessageEventType.PROVIDER_DELIVERED;
      case "Bounce" ->
          TEMPORARY.contains(event.path("Type").asString(""))
              ? MessageEventType.PROVIDER_DEFERRED
              : MessageEventType.PROVIDER_BOUNCED;
      case "SpamComplaint" -> MessageEventType.PROVIDER_COMPLAINT;
      case "Open" -> MessageEventType.PROVIDER_OPENED;
      case "Click" -> MessageEventType.PROVIDER_CLICKED;
      default -> null;
    };
  }
}
