package dev.waybill.messages.send;

import dev.waybill.message.HandoffState;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.RecordedMessage;
import java.util.HashSet;
import java.util.Set;

/// What the events of a message say about its handoff.
final class HandoffHistory {

  private HandoffHistory() {}

  /// True if somebody asked to send the message again after this job: another job does that.
  static boolean isResentAfter(RecordedMessage message, int attempt) {
    return message.progress().events().stream()
        .filter(event -> event.type().equals(MessageEventType.RESEND_REQUESTED.eventName()))
        .anyMatch(event -> event.attempt() > attempt);
  }

  static boolean isCanceled(RecordedMessage message) {
    return lastHandoff(message).type().equals(MessageEventType.MESSAGE_CANCELED.eventName());
  }

  /// True if the sender was about to start the next attempt when it crashed.
  static boolean isRetried(RecordedMessage message) {
    return lastHandoff(message).details().containsKey(EventDetails.RETRIED);
  }

  static MessageEvent lastHandoff(RecordedMessage message) {
    return message.progress().events().reversed().stream()
        .filter(
            event ->
                MessageEventType.named(event.type())
                    .flatMap(MessageEventType::handoff)
                    .filter(HandoffState::isFinal)
                    .isPresent())
        .findFirst()
        .orElseThrow();
  }

  /// Providers that refused earlier attempts of the same request to send.
  static Set<String> refusedBy(RecordedMessage message) {
    Set<String> refused = new HashSet<>();
    long resent =
        message.progress().events().stream()
            .filter(event -> event.type().equals(MessageEventType.RESEND_REQUESTED.eventName()))
            .mapToLong(MessageEvent::sequence)
            .max()
            .orElse(0);
    message.progress().events().stream()
        .filter(event -> event.sequence() > resent)
        .filter(event -> event.details().containsKey(EventDetails.REFUSED))
        .map(event -> event.details().get(EventDetails.PROVIDER_KEY))
        .forEach(refused::add);
    return refused;
  }
}
