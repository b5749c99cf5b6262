package dev.waybill.messages.provider.hook;

import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.wire.json.JsonOut;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/// The body of a webhook.
///
/// @param raw whether to send the text of the message as it is, without an envelope
record WebhookBody(boolean raw) {

  private static final String TYPE = "message.sent";

  byte[] of(OutgoingMessage message, Instant now) {
    return raw
        ? message.plainText().getBytes(StandardCharsets.UTF_8)
        : JsonOut.write(
            out -> {
              out.text("type", message.label("type").orElse(TYPE));
              out.time("timestamp", now);
              out.object("data", data -> write(data, message));
            });
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
