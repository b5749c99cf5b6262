package dev.waybill.messages.provider.aws;

import dev.waybill.message.MessageEventType;
import dev.waybill.messages.provider.ProviderReport;
import dev.waybill.messages.provider.VendorJson;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Maps the events and notifications of Amazon SES.
final class SesEvents {

  private SesEvents() {}

  static List<ProviderReport> read(JsonNode event, Instant now) {
    String kind = event.path("eventType").asString(event.path("notificationType").asString(""));
    JsonNode details = event.path(kind.toLowerCase(Locale.ROOT));
    MessageEventType type = type(kind, details);
    String id = event.path("mail").path("messageId").asString("");
    return type == null || id.isEmpty()
        ? List.of()
        : List.of(
            new ProviderReport(
                    id,
                    type,
                    VendorJson.time(details.path("timestamp"), now),
                    VendorJson.details("type", details.path("bounceType")))
                .withBounce(details.path("bounceType").asString("").equals("Permanent")));
  }

  private static @Nullable MessageEventType type(String kind, JsonNode details) {
    return switch (kind) {
      case "Send" -> MessageEventType.PROVIDER_ACCEPTED;
      case "Delivery" -> MessageEventType.PROVIDER_DELIVERED;
      case "Bounce" ->
          details.path("bounceType").asString("").equals("Transient")
              ? MessageEventType.PROVIDER_DEFERRED
              : MessageEventType.PROVIDER_BOUNCED;
      case "Complaint" -> MessageEventType.PROVIDER_COMPLAINT;
      case "Reject", "Rendering Failure" -> MessageEventType.PROVIDER_DROPPED;
      case "DeliveryDelay" -> MessageEventType.PROVIDER_DEFERRED;
      case "Open" -> MessageEventType.PROVIDER_OPENED;
      case "Click" -> MessageEventType.PROVIDER_CLICKED;
      default -> null;
    };
  }
}
