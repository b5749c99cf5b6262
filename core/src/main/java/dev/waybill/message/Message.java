package dev.waybill.message;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A message with its two latest states.
public record Message(
    String id, Instant createdAt, String channel, Content content, Progress progress) {

  /// What a message says.
  ///
  /// @param request what was asked to be sent; null once the message is erased
  /// @param erasedAt when the message was erased; null if it was not
  public record Content(@Nullable NewMessage request, @Nullable Instant erasedAt) {}

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
    return content.request() == null ? null : content.request().correlationId();
  }

  /// With attachments that are read from sources; see [NewMessage#loadedBy].
  public Message loadedBy(IntFunction<Payload.Source> sources) {
    NewMessage request = content.request();
    return request == null
        ? this
        : new Message(
            id,
            createdAt,
            channel,
            new Content(request.loadedBy(sources), content.erasedAt()),
            progress);
  }

  /// The attachment with this number, from 1.
  ///
  /// @throws WaybillException with [Code#NOT_FOUND] if there is none, such as after an erasure
  public Attachment attachment(String number) {
    NewMessage request = content.request();
    List<Attachment> all = request == null ? List.of() : request.attachments();
    for (int i = 1; i <= all.size(); i++) {
      if (number.equals(Integer.toString(i))) {
        return all.get(i - 1);
      }
    }
    throw new WaybillException(
        Code.NOT_FOUND,
        "message %s has no attachment %s; it has %d".formatted(id, Text.quote(number), all.size()));
  }

  /// The message in the words of its event, if it was published on a topic and is not erased.
  public Optional<TopicMessage> onTopic() {
    NewMessage request = content.request();
    return request != null && channel.equals(TopicMessage.CHANNEL)
        ? Optional.of(new TopicMessage(this, request))
        : Optional.empty();
  }

  /// The attempt that is under way or was the last; null before the first.
  public @Nullable MessageAttempt lastAttempt() {
    return attempts().isEmpty() ? null : attempts().getLast();
  }
}
