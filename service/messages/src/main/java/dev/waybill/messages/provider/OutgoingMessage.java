package dev.waybill.messages.provider;

import dev.waybill.message.MessageBody;
import dev.waybill.message.MessageMetadata;
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
}
