package dev.waybill.messages.provider;

import dev.waybill.message.ProviderState;
import dev.waybill.messages.http.HttpOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Sends by the HTTP API of a vendor. The vendors here have no idempotency keys.
///
/// A vendor is asked for the states of messages only if its webhooks are not configured.
public final class VendorProvider implements MessageProvider {

  private final String key;
  private final Vendor vendor;
  private final Optional<WebhookReader> webhooks;
  private final Optional<Lookups> lookups;

  /// @param looksUp false if the vendor must not be asked for the states of messages
  public VendorProvider(
      String key, Vendor vendor, Optional<? extends WebhookReader> webhooks, boolean looksUp) {
    this.key = key;
    this.vendor = vendor;
    this.webhooks = webhooks.map(reader -> reader);
    this.lookups =
        vendor
            .lookup()
            .filter(_ -> looksUp && webhooks.isEmpty())
            .map(lookup -> new Lookups(vendor.api(), lookup));
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public ProviderTraits traits() {
    return new ProviderTraits(
        Set.of(vendor.channel()),
        webhooks.isPresent(),
        false,
        lookups.map(Lookups::batch).orElse(0),
        vendor.takesAttachments());
  }

  @Override
  public Optional<WebhookReader> webhooks() {
    return webhooks;
  }

  @Override
  public HandoffResult send(OutgoingMessage message) throws InterruptedException {
    return vendor.api().send(message, vendor.request(message), answer -> accepted(answer, message));
  }

  private HandoffResult accepted(HttpOutcome.Answered answer, OutgoingMessage message) {
    String id = vendor.messageId(answer);
    return new HandoffResult.Accepted(
        id.isEmpty() ? message.ids().attemptId() : id, ProviderState.ACCEPTED);
  }

  @Override
  public Duration checkWait() {
    return lookups.map(Lookups::pause).orElse(Duration.ZERO);
  }

  @Override
  public Map<String, LookupResult> check(List<String> providerMsgIds) throws InterruptedException {
    return lookups.orElseThrow().ask(providerMsgIds);
  }
}
