package dev.waybill.messages.provider;

import dev.waybill.message.MessageEventType;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/// What a provider reports about a message that it accepted.
///
/// @param providerMsgId the provider's ID of the message
/// @param type one of the events that [MessageEventType#provider] has a state for
/// @param details such as the reason of a bounce; no personal data
public record ProviderReport(
    String providerMsgId, MessageEventType type, Instant at, Map<String, String> details) {

  /// The detail of a bounce that says nothing about the address: the recipient is not suppressed.
  private static final Map<String, String> SOFT = Map.of("bounce_type", "soft");

  public ProviderReport {
    details = Map.copyOf(details);
  }

  /// @param hard whether the address is invalid for good, if this is a bounce
  public ProviderReport withBounce(boolean hard) {
    if (hard || type != MessageEventType.PROVIDER_BOUNCED) {
      return this;
    }
    Map<String, String> more = new HashMap<>(details);
    more.putAll(SOFT);
    return new ProviderReport(providerMsgId, type, at, more);
  }
}
