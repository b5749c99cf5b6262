package dev.waybill.messages.provider;

import dev.waybill.message.MessageEventType;
import java.time.Instant;
import java.util.Map;

/// What a provider reports about a message that it accepted.
///
/// @param providerMsgId the provider's ID of the message
/// @param type one of the events that [MessageEventType#provider] has a state for
/// @param details such as the reason of a bounce; no personal data
public record ProviderReport(
    String providerMsgId, MessageEventType type, Instant at, Map<String, String> details) {

  public ProviderReport {
    details = Map.copyOf(details);
  }
}
