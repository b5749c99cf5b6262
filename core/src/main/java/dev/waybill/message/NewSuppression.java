package dev.waybill.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A recipient to suppress.
///
/// @param expiresAt when the recipient may get messages again; null for never
public record NewSuppression(
    String channel, String recipient, Suppression.Reason reason, @Nullable Instant expiresAt) {

  public static NewSuppression of(String channel, String recipient) {
    return new NewSuppression(channel, recipient, Suppression.Reason.MANUAL, null);
  }
}
