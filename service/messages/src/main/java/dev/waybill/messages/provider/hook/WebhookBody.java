package dev.waybill.messages.provider.hook;

import dev.waybill.Payload;
import dev.waybill.messages.NotificationTarget;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.wire.json.JsonOut;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// The body of a webhook.
///
/// @param raw whether to send the text of the message as it is, without an envelope
record WebhookBody(boolean raw) {

  private static final String SENT = "message.sent";

  byte[] of(OutgoingMessage message, Instant now) {
    return raw
        ? message.plainText().getBytes(StandardCharsets.UTF_8)
        : JsonOut.write(
            out -> {
              String type = message.label(NotificationTarget.TYPE).orElse(SENT);
              out.text("type", type);
              out.time("timestamp", now);
              if (type.equals(NotificationTarget.INGESTION_FINISHED)) {
                out.payload("data", Payload.of(message.plainText()));
              } else {
                out.object("data", data -> write(type, data, message));
              }
            });
  }

  private static void write(String type, JsonOut data, OutgoingMessage message) {
    if (type.equals(NotificationTarget.NOTIFICATION)) {
      notification(data, message);
    } else {
      write(data, message);
    }
  }

  private static void notification(JsonOut out, OutgoingMessage message) {
    out.text("id", message.ids().messageId());
    out.text("title", message.subject());
    out.text("text", message.plainText());
    out.text("priority", message.label(NotificationTarget.PRIORITY).orElse(null));
    out.texts("tags", message.metadata().tags());
    out.text("click", message.label(NotificationTarget.CLICK).orElse(null));
  }

  private static void write(JsonOut out, OutgoingMessage message) {
    out.text("message_id", message.ids().messageId());
    out.number("attempt_no", message.ids().attempt());
    out.text("subject", message.subject());
    out.text("text", message.body().text());
    out.text("html", message.body().html());
    out.texts("tags", message.metadata().tags());
    out.text("campaign", message.metadata().campaign());
    out.object("labels", labels -> message.metadata().labels().forEach(labels::text));
  }
}
