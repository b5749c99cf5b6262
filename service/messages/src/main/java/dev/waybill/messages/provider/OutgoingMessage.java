package dev.waybill.messages.provider;

import dev.waybill.message.Attachment;
import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A message as a provider gets it, with the IDs of the attempt.
///
/// @param message rendered
public record OutgoingMessage(NewMessage message, Ids ids) {

  /// @param attemptId the idempotency key
  public record Ids(String tenant, String messageId, int attempt, String attemptId) {}

  public String channel() {
    return message.channel();
  }

  public String recipient() {
    return message.recipient();
  }

  public @Nullable String subject() {
    return message.subject();
  }

  public MessageBody body() {
    return message.body();
  }

  public MessageMetadata metadata() {
    return message.metadata();
  }

  /// Empty for providers that take none; see [ProviderTraits#attachments].
  public List<Attachment> attachments() {
    return message.attachments();
  }

  /// The body for channels that show plain text only.
  public String plainText() {
    String text = body().text();
    if (text != null) {
      return text;
    }
    String html = body().html();
    return html == null ? "" : html.replaceAll("<[^>]*>", "").strip();
  }

  /// A value that the sender chose.
  public Optional<String> label(String name) {
    return Optional.ofNullable(metadata().labels().get(name));
  }
}
