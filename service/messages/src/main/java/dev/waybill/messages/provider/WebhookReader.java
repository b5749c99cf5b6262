package dev.waybill.messages.provider;

import java.time.Instant;

/// Verifies and reads the webhooks of one provider.
@FunctionalInterface
public interface WebhookReader {

  /// Verifies the raw body before it is read.
  ///
  /// @throws InterruptedException if the thread is interrupted
  WebhookResult read(WebhookRequest request, Instant now) throws InterruptedException;
}
