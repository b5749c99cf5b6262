package dev.waybill.messages.send;

import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.events.envelope.Envelope;
import java.util.Optional;

/// Finds the message that a job is about.
public final class CarriedMessage {

  private CarriedMessage() {}

  /// The message ID in a `message_created` event of any version: plain, in an SNS notification, or
  /// in a CloudEvent. Empty if the payload is something else or cannot be parsed.
  public static Optional<String> idIn(Payload payload) {
    try {
      Envelope envelope = ReceivedMessage.envelope(payload);
      return envelope.kind() == Envelope.Kind.MESSAGE_CREATED
          ? Optional.ofNullable(envelope.key()).filter(MessageIds::isPossible)
          : Optional.empty();
    } catch (WaybillException unreadable) {
      return Optional.empty();
    }
  }
}
