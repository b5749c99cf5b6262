package dev.waybill.messages.provider;

import dev.waybill.message.NewMessage;
import java.util.Set;

/// What a provider can do.
///
/// @param channels the channels that it delivers to
/// @param webhook whether it reports by webhooks
/// @param idempotencyKey whether it delivers the same attempt ID once
/// @param pollBatch how many messages one status lookup asks for; 0 if there are no lookups
/// @param attachments whether it takes messages with attachments
public record ProviderTraits(
    Set<String> channels,
    boolean webhook,
    boolean idempotencyKey,
    int pollBatch,
    boolean attachments) {

  /// A provider without status lookups and attachments.
  public ProviderTraits(Set<String> channels, boolean webhook, boolean idempotencyKey) {
    this(channels, webhook, idempotencyKey, 0, false);
  }

  public ProviderTraits {
    channels = Set.copyOf(channels);
  }

  public ProviderTraits withAttachments() {
    return new ProviderTraits(channels, webhook, idempotencyKey, pollBatch, true);
  }

  /// True if the provider delivers the message with everything that it has.
  public boolean take(NewMessage message) {
    return channels.contains(message.channel()) && (attachments || message.attachments().isEmpty());
  }

  /// True if the provider tells what happened to a message after it accepted it.
  public boolean reports() {
    return webhook || pollBatch > 0;
  }
}
