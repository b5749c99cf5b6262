package dev.waybill.messages.provider;

import java.util.Set;

/// What a provider can do.
///
/// @param channels the channels that it delivers to
/// @param webhook whether it reports by webhooks
/// @param idempotencyKey whether it delivers the same attempt ID once
public record ProviderTraits(Set<String> channels, boolean webhook, boolean idempotencyKey) {

  public ProviderTraits {
    channels = Set.copyOf(channels);
  }
}
