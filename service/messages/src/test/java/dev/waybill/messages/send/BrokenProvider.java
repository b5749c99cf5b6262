package dev.waybill.messages.send;

import dev.waybill.messages.provider.HandoffResult;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.OutgoingMessage;
import dev.waybill.messages.provider.ProviderTraits;
import java.util.Set;

/// Throws an exception for every message.
final class BrokenProvider implements MessageProvider {

  @Override
  public String key() {
    return "broken";
  }

  @Override
  public ProviderTraits traits() {
    return new ProviderTraits(Set.of("push"), false, false);
  }

  @Override
  public HandoffResult send(OutgoingMessage message) {
    throw new IllegalStateException("a bug");
  }
}
