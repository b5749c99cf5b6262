package dev.waybill.messages.provider;

import dev.waybill.message.ProviderState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Delivers messages: a mail server, a vendor's API, or the sandbox.
public interface MessageProvider {

  /// The name of the provider in the configuration.
  String key();

  ProviderTraits traits();

  /// False for a sandbox: nobody receives what it takes.
  default boolean reachesPeople() {
    return true;
  }

  /// Hands a message over. Two calls with the same attempt ID are the same message for a provider
  /// that honors idempotency keys.
  ///
  /// @throws InterruptedException if the thread is interrupted; the outcome is then not known
  HandoffResult send(OutgoingMessage message) throws InterruptedException;

  /// Reads what the provider reports by webhooks; empty if it sends none, or if the secret that
  /// verifies them is not configured.
  default Optional<WebhookReader> webhooks() {
    return Optional.empty();
  }

  /// Whether the provider may report something about a message that it has accepted.
  ///
  /// @param answered the state that the provider answered with
  default boolean reportsAfter(ProviderState answered) {
    return webhooks().isPresent();
  }

  /// How long [#check] must wait, because the provider allows so many lookups only or is down; not
  /// positive if it can be asked now.
  default Duration checkWait() {
    return Duration.ZERO;
  }

  /// Asks for the states of accepted messages, at most [ProviderTraits#pollBatch] of them, with as
  /// few requests as possible. There is one result per message: a failed request does not fail the
  /// others.
  ///
  /// @throws InterruptedException if the thread is interrupted
  default Map<String, LookupResult> check(List<String> providerMsgIds) throws InterruptedException {
    return Map.of();
  }
}
