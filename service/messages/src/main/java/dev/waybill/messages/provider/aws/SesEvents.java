package dev.waybill.messages.provider.aws;

import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.VendorJson;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Maps the events, notifications and message insights of Amazon SES.
final class SesEvents {

  private SesEvents() {}

  static List<ProviderReport> read(JsonNode event, Instant now) {
    String kind = event.path("eventType").asString(event.path("notificationType").asString(""));
    JsonNode details = event.path(kind.toLowerCase(Locale.ROOT));
    return report(
        event.path("mail").path("messageId").asString(""),
        kind,
        details.path("bounceType"),
        VendorJson.time(details.path("timestamp"), now));
  }

  /// Reads the answer to a lookup, which has the events of each recipient.
  static List<ProviderReport> insights(JsonNode answer, Instant now) {
    String id = answer.path("MessageId").asString("");
    return answer
        .path("Insights")
        .valueStream()
        .flatMap(recipient -> recipient.path("Events").valueStream())
        .flatMap(event -> insight(id, event, now).stream())
        .toList();
  }

  private static List<ProviderReport> insight(String id, JsonNode event, Instant now) {
    return report(
        id,
        event.path("Type").asString(""),
        event.path("Details").path("Bounce").path("BounceType"),
        VendorJson.time(event.path("Timestamp"), now));
  }

  private static List<ProviderReport> report(String id, String kind, JsonNode bounce, Instant at) {
    String bounced = bounce.asString("").toLowerCase(Locale.ROOT);
    MessageEventType type = type(kind, bounced);
    return type == null || id.isEmpty()
        ? List.of()
        : List.of(
            new ProviderReport(id, type, at, VendorJson.details("type", bounce))
                .withBounce(bounced.equals("permanent")));
  }

  /// Events have names such as `DeliveryDelay`, lookups such as `DELIVERY_DELAY`.
  private static @Nullable MessageEventType type(String kind, String bounced) {
    return switch (kind.replaceAll("[ _]", "").toLowerCase(Locale.ROOT)) {
      case "send" -> MessageEventType.PROVIDER_ACCEPTED;
      case "delivery" -> MessageEventType.PROVIDER_DELIVERED;
      case "bounce" ->
          bounced.equals("transient")
              ? MessageEventType.PROVIDER_DEFERRED
              : MessageEventType.PROVIDER_BOUNCED;
      case "complaint" -> MessageEventType.PROVIDER_COMPLAINT;
      case "reject", "renderingfailure" -> MessageEventType.PROVIDER_DROPPED;
      case "deliverydelay" -> MessageEventType.PROVIDER_DEFERRED;
      case "open" -> MessageEventType.PROVIDER_OPENED;
      case "click" -> MessageEventType.PROVIDER_CLICKED;
      default -> null;
    };
  }
}
