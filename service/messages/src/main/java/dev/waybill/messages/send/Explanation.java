package dev.waybill.messages.send;

import dev.waybill.message.HandoffState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Says in one sentence why a message is where it is.
final class Explanation {

  private Explanation() {}

  static String of(Message message, Instant now) {
    if (message.content().erasedAt() != null) {
      return "The message was erased at " + message.content().erasedAt() + '.';
    }
    return switch (HandoffState.of(message.handoff().state())) {
      case CREATED, QUEUED -> waiting(message, now);
      case SENDING -> sending(message);
      case FAILED -> failed(message);
      case HANDED_OFF -> handedOff(message);
    };
  }

  private static String waiting(Message message, Instant now) {
    Instant sendAt =
        message.content().request() == null ? null : message.content().request().sendAt();
    if (sendAt != null && sendAt.isAfter(now)) {
      return "The message is scheduled for " + sendAt + '.';
    }
    if (message.onTopic().isPresent()) {
      return HandoffState.of(message.handoff().state()) == HandoffState.CREATED
          ? "No queue has the message: no subscription of its topic matched its event."
          : "The message waits in the queues of its topic for a processor.";
    }
    MessageAttempt before = previous(message);
    return before == null
        ? "The message waits for a sender."
        : "Attempt %d by provider %s failed (%s); attempt %d waits for its time."
            .formatted(
                before.number(),
                key(before),
                before.error(),
                message.attempts().getLast().number());
  }

  private static String sending(Message message) {
    MessageAttempt last = message.attempts().getLast();
    return "Attempt %d was started at %s and provider %s has not answered yet."
        .formatted(last.number(), last.startedAt(), key(last));
  }

  private static String failed(Message message) {
    if (has(message, MessageEventType.MESSAGE_CANCELED)) {
      return "The message was canceled before it was handed to a provider.";
    }
    MessageAttempt last = message.attempts().getLast();
    String error = Objects.requireNonNullElse(last.error(), "unknown");
    return last.provider() == null
        ? "Attempt %d was not handed to a provider: %s.".formatted(last.number(), error)
        : "Attempt %d by provider %s failed: %s.".formatted(last.number(), key(last), error);
  }

  private static String handedOff(Message message) {
    MessageAttempt last = message.attempts().getLast();
    String sent =
        message.attempts().size() == 1
            ? ""
            : " It took %d attempts%s."
                .formatted(
                    message.attempts().size(),
                    has(message, MessageEventType.RESEND_REQUESTED)
                        ? ", and somebody asked to send it again"
                        : "");
    return delivery(message, key(last)) + sent;
  }

  private static String delivery(Message message, String provider) {
    return switch (ProviderState.of(message.provider().state())) {
      case UNKNOWN -> "Provider " + provider + " has the message and reports nothing about it.";
      case ACCEPTED ->
          "Provider " + provider + " accepted the message and has not reported its delivery yet.";
      case DELIVERED ->
          "Provider " + provider + " delivered the message at " + message.provider().at() + '.';
      case BOUNCED ->
          "Provider " + provider + " reports that the message bounced" + reason(message);
      case DROPPED -> "Provider " + provider + " dropped the message" + reason(message);
      case COMPLAINT -> "The recipient complained about the message" + reason(message);
      case TIMED_OUT -> "Provider " + provider + " did not report a final state in time.";
    };
  }

  private static String reason(Message message) {
    return message.events().reversed().stream()
        .map(event -> event.details().get("reason"))
        .filter(Objects::nonNull)
        .findFirst()
        .map(reason -> ": " + reason + '.')
        .orElse(".");
  }

  private static @Nullable MessageAttempt previous(Message message) {
    int attempts = message.attempts().size();
    return attempts < 2 ? null : message.attempts().get(attempts - 2);
  }

  private static String key(MessageAttempt attempt) {
    return attempt.provider() == null ? "(none)" : attempt.provider().key();
  }

  private static boolean has(Message message, MessageEventType type) {
    return message.events().stream().map(MessageEvent::type).anyMatch(type.eventName()::equals);
  }
}
