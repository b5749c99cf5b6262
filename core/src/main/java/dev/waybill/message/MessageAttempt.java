package dev.waybill.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One attempt to hand a message to a provider.
///
/// @param attemptId the idempotency key that the provider gets
/// @param startedAt null while the attempt waits
/// @param error why the attempt failed; null if it did not
public record MessageAttempt(
    int number,
    String attemptId,
    HandoffState state,
    @Nullable Provider provider,
    @Nullable Instant startedAt,
    @Nullable String error) {

  /// @param key the name of the provider in the configuration
  /// @param messageId the provider's own ID of the message, once it is known
  public record Provider(String key, @Nullable String messageId) {}
}
