package dev.waybill.messages.provider;

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
}
