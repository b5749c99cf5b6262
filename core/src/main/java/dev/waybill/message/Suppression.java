package dev.waybill.message;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A recipient that gets no messages on a channel.
///
/// @param createdAt when the recipient was added; what a provider reports has the time of its
/// report
/// @param expiresAt when the recipient may get messages again; null for never
public record Suppression(
    String channel,
    String recipient,
    Reason reason,
    Instant createdAt,
    @Nullable Instant expiresAt) {

  public Suppression withRecipient(String address) {
    return new Suppression(channel, address, reason, createdAt, expiresAt);
  }

  /// Why a recipient gets no messages. The first two come from providers.
  public enum Reason {
    HARD_BOUNCE,
    COMPLAINT,
    MANUAL
  }
}
