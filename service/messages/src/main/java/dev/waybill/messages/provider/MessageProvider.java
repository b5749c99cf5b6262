package dev.waybill.messages.provider;

import dev.waybill.message.ProviderState;
import java.util.List;
import java.util.Optional;

/// Delivers messages: a mail server, a vendor's API, or the sandbox.
public interface MessageProvider {

  /// The name of the provider in the configuration.
  String key();

  ProviderTraits traits();

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

  /// Asks for the states of accepted messages, at most [ProviderTraits#pollBatch] of them. Messages
  /// about which there is nothing new are left out.
  ///
  /// @throws dev.waybill.WaybillException if the provider cannot be asked now
  /// @throws InterruptedException if the thread is interrupted
  default List<ProviderReport> check(List<String> providerMsgIds) throws InterruptedException {
    return List.of();
  }
}
