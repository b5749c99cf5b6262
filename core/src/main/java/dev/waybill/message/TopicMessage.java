package dev.waybill.message;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A message on a topic in the words of its `message_created` event: a view of the [Message] that
/// the service keeps.
///
/// The recipient of such a message is its topic, the subject its type, and the text its payload.
/// The other parts are labels.
///
/// @param request what was asked for; in lists it has neither payload nor labels
public record TopicMessage(Message message, NewMessage request) {

  /// The channel of messages on topics.
  public static final String CHANNEL = "topic";

  public static final String STAGE = "stage";
  public static final String CREATED_BY = "created_by";

  public String topic() {
    return request.recipient();
  }

  public String type() {
    return Objects.requireNonNullElse(request.subject(), "");
  }

  /// Null in lists.
  public @Nullable String stage() {
    return request.metadata().labels().get(STAGE);
  }

  /// `user:` and a name, or `scheduler`; null in lists.
  public @Nullable String createdBy() {
    return request.metadata().labels().get(CREATED_BY);
  }

  /// JSON as its creator wrote it; null in lists.
  public @Nullable String payload() {
    return request.body().text();
  }

  public TopicMessageStatus status() {
    return TopicMessageStatus.of(HandoffState.of(message.handoff().state()));
  }

  /// When the status last changed.
  public Instant updatedAt() {
    return message.handoff().at();
  }

  /// Grows when processing begins again after a failure; null in lists.
  public @Nullable Integer attempt() {
    MessageAttempt last = message.lastAttempt();
    return last == null ? null : last.number();
  }

  /// Why the last attempt that failed did, also if a later one succeeded.
  public @Nullable String errorMessage() {
    return message.attempts().reversed().stream()
        .map(MessageAttempt::error)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  /// The ID that the provider gets, the same in all attempts; null before the first one.
  public @Nullable String notificationId() {
    boolean started = message.attempts().stream().anyMatch(one -> one.startedAt() != null);
    return started ? message.id() : null;
  }
}
