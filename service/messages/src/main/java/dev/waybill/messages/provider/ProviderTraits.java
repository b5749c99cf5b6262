package dev.waybill.messages.provider;

import java.util.Set;

/// What a provider can do.
///
/// @param channels the channels that it delivers to
/// @param webhook whether it reports by webhooks
/// @param idempotencyKey whether it delivers the same attempt ID once
/// @param pollBatch how many messages one status lookup asks for; 0 if there are no lookups
public record ProviderTraits(
    Set<String> channels, boolean webhook, boolean idempotencyKey, int pollBatch) {

  /// A provider without status lookups.
  public ProviderTraits(Set<String> channels, boolean webhook, boolean idempotencyKey) {
    this(channels, webhook, idempotencyKey, 0);
  }

  public ProviderTraits {
    channels = Set.copyOf(channels);
  }

  /// True if the provider tells what happened to a message after it accepted it.
  public boolean reports() {
    return webhook || pollBatch > 0;
  }
}
