package dev.waybill.messages.send;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.message.HandoffState;
import dev.waybill.message.Message;
import dev.waybill.message.MessageAttempt;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.ProviderState;
import dev.waybill.messages.record.EventDetails;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Says in one sentence why a message is not delivered yet, was sent twice, or was not sent.
///
/// @param job the job that sends the message; null if there is none any more
/// @param paused whether the queue of these jobs is paused
record Explanation(Message message, @Nullable Job job, boolean paused, Instant now) {

  String sentence() {
    if (message.content().erasedAt() != null) {
      return "The message was erased at %s, when its handoff was %s and its provider state %s."
          .formatted(
              message.content().erasedAt(), message.handoff().state(), message.provider().state());
    }
    return switch (HandoffState.of(message.handoff().state())) {
      case CREATED, QUEUED -> waiting();
      case SENDING -> sending();
      case FAILED -> failed();
      case HANDED_OFF -> handedOff();
    };
  }

  private String onTopic() {
    return HandoffState.of(message.handoff().state()) == HandoffState.CREATED
        ? "No queue has the message: no subscription of its topic matched its event."
        : "The message waits in the queues of its topic for a processor.";
  }

  private String waiting() {
    if (message.onTopic().isPresent()) {
      return onTopic();
    }
    if (job == null || job.state().isTerminal()) {
      return "The message was not sent, because its job %s; resend it.".formatted(ended());
    }
    if (paused) {
      return "The message waits because the queue " + SendJob.QUEUE + " is paused.";
    }
    Instant runAt = job.progress().runAt();
    MessageAttempt before = previous();
    if (before != null && before.state() == HandoffState.FAILED) {
      return "Attempt %d by provider %s failed (%s); attempt %d waits%s."
          .formatted(before.number(), key(before), before.error(), last().number(), until(runAt));
    }
    Instant sendAt =
        message.content().request() == null ? null : message.content().request().sendAt();
    if (sendAt != null && sendAt.isAfter(now)) {
      return "The message is scheduled for " + sendAt + '.';
    }
    return runAt.isAfter(now)
        ? "The message waits until " + runAt + ", because of a rate limit or an earlier error."
        : "The message waits for a sender.";
  }

  private String ended() {
    if (job == null) {
      return "no longer exists";
    }
    Failure failure = job.progress().failure();
    return "ended as "
        + job.state().name().toLowerCase(Locale.ROOT)
        + (failure == null ? "" : " (" + failure.message() + ")");
  }

  private String until(Instant time) {
    return time.isAfter(now) ? " until " + time : " for a sender";
  }

  private String sending() {
    MessageAttempt last = last();
    if (message.onTopic().isPresent()) {
      return started(last);
    }
    if (job == null || job.state().isTerminal()) {
      return "Nobody knows whether provider %s has attempt %d, because its job %s; resend the message"
              .formatted(key(last), last.number(), ended())
          + " if it did not arrive.";
    }
    Failure failure = job.progress().failure();
    return job.state() != State.RUNNING && failure != null
        ? "Provider %s left attempt %d open (%s); the attempt is repeated%s with the same idempotency key."
            .formatted(key(last), last.number(), failure.message(), at(job.progress().runAt()))
        : started(last);
  }

  private static String started(MessageAttempt attempt) {
    return "Attempt %d was started at %s and provider %s has not answered yet."
        .formatted(attempt.number(), attempt.startedAt(), key(attempt));
  }

  private String at(Instant time) {
    return time.isAfter(now) ? " at " + time : "";
  }

  private String failed() {
    MessageAttempt last = last();
    if (has(MessageEventType.MESSAGE_CANCELED, last.number())) {
      return "The message was canceled before it was handed to a provider.";
    }
    String error = Objects.requireNonNullElse(last.error(), "unknown");
    String how =
        last.provider() == null
            ? "Attempt %d was not handed to a provider: %s".formatted(last.number(), error)
            : "Attempt %d by provider %s failed: %s".formatted(last.number(), key(last), error);
    return how + repeated(last).map(why -> "; " + why).orElse("") + '.';
  }

  private String handedOff() {
    String sentTwice = repeated(last()).or(this::resent).or(this::fallback).orElse("");
    return delivery(key(last())) + (sentTwice.isEmpty() ? "" : "; " + sentTwice) + '.';
  }

  /// An attempt whose provider was called more than once.
  private Optional<String> repeated(MessageAttempt attempt) {
    return message.events().stream()
        .filter(event -> event.type().equals(MessageEventType.HANDOFF_REPEATED.eventName()))
        .filter(event -> event.attempt() == attempt.number())
        .findFirst()
        .map(
            event ->
                ("attempt %d was made again after an open outcome (%s), so a provider that ignores"
                        + " idempotency keys may have delivered it twice")
                    .formatted(
                        attempt.number(),
                        event.details().getOrDefault(EventDetails.ERROR_CODE, "unknown")));
  }

  private Optional<String> resent() {
    List<Integer> taken =
        message.attempts().stream()
            .filter(attempt -> attempt.state() == HandoffState.HANDED_OFF)
            .map(MessageAttempt::number)
            .toList();
    return taken.size() < 2
        ? Optional.empty()
        : Optional.of(
            "it was sent %d times, as attempts %s, because somebody asked to send it again"
                .formatted(
                    taken.size(),
                    taken.stream().map(String::valueOf).collect(Collectors.joining(", "))));
  }

  private Optional<String> fallback() {
    int attempts = message.attempts().size();
    return attempts < 2
        ? Optional.empty()
        : Optional.of("one of " + attempts + " attempts was accepted");
  }

  private String delivery(String provider) {
    return switch (ProviderState.of(message.provider().state())) {
      case UNKNOWN -> "Provider " + provider + " has the message and reports nothing about it";
      case ACCEPTED ->
          "Provider " + provider + " accepted the message and has not reported its delivery yet";
      case DELIVERED ->
          "Provider " + provider + " delivered the message at " + message.provider().at();
      case BOUNCED -> "Provider " + provider + " reports that the message bounced" + reason();
      case DROPPED -> "Provider " + provider + " dropped the message" + reason();
      case COMPLAINT -> "The recipient complained about the message" + reason();
      case TIMED_OUT -> "Provider " + provider + " did not report a final state in time";
    };
  }

  private String reason() {
    return message.events().reversed().stream()
        .map(event -> event.details().get(EventDetails.REASON))
        .filter(Objects::nonNull)
        .findFirst()
        .map(reason -> " (" + reason + ")")
        .orElse("");
  }

  private MessageAttempt last() {
    return message.attempts().getLast();
  }

  private @Nullable MessageAttempt previous() {
    int attempts = message.attempts().size();
    return attempts < 2 ? null : message.attempts().get(attempts - 2);
  }

  private static String key(MessageAttempt attempt) {
    return attempt.provider() == null ? "(none)" : attempt.provider().key();
  }

  private boolean has(MessageEventType type, int attempt) {
    return message.events().stream()
        .filter(event -> event.attempt() == attempt)
        .map(MessageEvent::type)
        .anyMatch(type.eventName()::equals);
  }
}
