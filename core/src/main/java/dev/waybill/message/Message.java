package dev.waybill.message;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A message with its two latest states.
public record Message(
    String id, Instant createdAt, String channel, Content content, Progress progress) {

  /// What a message says. Either `request` or `topic` is there, and neither once it is erased.
  ///
  /// @param request what was asked to be sent
  /// @param topic the record of a message that was published on a topic
  /// @param erasedAt when the message was erased; null if it was not
  public record Content(
      @Nullable NewMessage request, @Nullable TopicMessage topic, @Nullable Instant erasedAt) {

    public static Content of(NewMessage request) {
      return new Content(request, null, null);
    }

    public static Content of(TopicMessage topic) {
      return new Content(null, topic, null);
    }

    public static Content erased(Instant at) {
      return new Content(null, null, at);
    }
  }

  /// How far a message is.
  ///
  /// @param attempts oldest first
  /// @param events oldest first; at most [#EVENTS] of them
  public record Progress(
      LatestState handoff,
      LatestState provider,
      List<MessageAttempt> attempts,
      List<MessageEvent> events) {

    public Progress {
      attempts = List.copyOf(attempts);
      events = List.copyOf(events);
    }
  }

  /// The largest number of events in an answer.
  public static final int EVENTS = 200;

  public LatestState handoff() {
    return progress.handoff();
  }

  public LatestState provider() {
    return progress.provider();
  }

  public List<MessageAttempt> attempts() {
    return progress.attempts();
  }

  public List<MessageEvent> events() {
    return progress.events();
  }

  /// Null once the message is erased.
  public @Nullable String correlationId() {
    if (content.request() != null) {
      return content.request().correlationId();
    }
    return content.topic() == null ? null : content.topic().correlationId();
  }

  /// The attempt that is under way or was the last; null before the first.
  public @Nullable MessageAttempt lastAttempt() {
    return attempts().isEmpty() ? null : attempts().getLast();
  }
}
