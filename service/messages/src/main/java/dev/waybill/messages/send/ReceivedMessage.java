package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.Priority;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.envelope.CloudEventJson;
import dev.waybill.events.envelope.CloudEventMapping;
import dev.waybill.events.envelope.Defaults;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.events.envelope.MessageDelivery;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The payload of a job of the processor: a `message_created` event, plain, in an SNS notification,
/// or in a CloudEvent.
///
/// @param priority the priority of the notification; version 1.0 has none
record ReceivedMessage(String messageId, String version, Priority priority) {

  private static final Set<String> SUPPORTED = Set.of("1.0", "2.0");

  /// Allows payloads without an envelope, so that they are rejected with a better message.
  private static final Defaults ANY = new Defaults("unknown", "unknown", null);

  /// @throws WaybillException if the payload is invalid
  static ReceivedMessage read(Payload payload) {
    Envelope envelope = envelope(payload);
    String id = Objects.requireNonNullElse(envelope.key(), "");
    String version = Objects.requireNonNullElse(envelope.schemaVersion(), "");
    check(
        envelope.kind() == Envelope.Kind.MESSAGE_CREATED,
        "the body must be a message_created event; its type is " + Text.quote(envelope.type()));
    check(
        MessageIds.isPossible(id),
        "/message/message_id must be 1 to " + MessageIds.LONGEST + " characters");
    Priority said = MessageDelivery.of(envelope).priority();
    return new ReceivedMessage(id, version, said == null ? Priority.NORMAL : said);
  }

  boolean isSupported() {
    return SUPPORTED.contains(version);
  }

  static Envelope envelope(Payload payload) {
    Envelope read =
        Envelopes.read("application/json", Map.of(), payload.bytesWithoutCopy(), ANY).getFirst();
    JsonNode content = read.content();
    boolean cloudEvent =
        read.kind() == Envelope.Kind.PLAIN && content != null && content.has("specversion");
    return cloudEvent ? CloudEventMapping.fromCloudEvent(CloudEventJson.read(payload)) : read;
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new WaybillException(Code.INVALID_ARGUMENT, otherwise);
    }
  }
}
