package dev.waybill.messages.provider;

import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A message as a provider gets it: rendered, with the IDs of the attempt.
public record OutgoingMessage(
    Ids ids,
    String channel,
    String recipient,
    @Nullable String subject,
    MessageBody body,
    MessageMetadata metadata) {

  /// @param attemptId the idempotency key
  public record Ids(String tenant, String messageId, int attempt, String attemptId) {}

  /// @param message rendered
  public static OutgoingMessage of(NewMessage message, Ids ids) {
    return new OutgoingMessage(
        ids,
        message.channel(),
        message.recipient(),
        message.subject(),
        message.body(),
        message.metadata());
  }

  /// The body for channels that show plain text only.
  public String plainText() {
    if (body.text() != null) {
      return body.text();
    }
    return body.html() == null ? "" : body.html().replaceAll("<[^>]*>", "").strip();
  }

  /// Something that the sender attached to the message.
  public Optional<String> label(String name) {
    return Optional.ofNullable(metadata.labels().get(name));
  }
}
