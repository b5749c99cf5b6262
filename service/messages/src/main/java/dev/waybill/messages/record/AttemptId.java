package dev.waybill.messages.record;

import dev.waybill.base.Sha256;

/// The ID of one attempt to send a message.
public final class AttemptId {

  private AttemptId() {}

  /// The idempotency key of an attempt: `sha256(message_id, attempt_no)`, the first 32 hexadecimal
  /// digits.
  public static String of(String messageId, int attempt) {
    return Sha256.hex(messageId + '\n' + attempt).substring(0, 32);
  }
}
