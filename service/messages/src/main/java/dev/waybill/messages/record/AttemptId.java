package dev.waybill.messages.record;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// IDs that follow from a message and one of its attempts.
public final class AttemptId {

  private AttemptId() {}

  /// The idempotency key of an attempt: `sha256(message_id, attempt_no)`, the first 32 hexadecimal
  /// digits.
  public static String of(String messageId, int attempt) {
    return digest(messageId + '\n' + attempt).substring(0, 32);
  }

  /// `sha256(message_id, attempt_no, event_type)`: the same event has the same ID.
  public static String ofEvent(String messageId, int attempt, String eventType) {
    return digest(messageId + '\n' + attempt + '\n' + eventType);
  }

  private static String digest(String text) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JDK has SHA-256", missing);
    }
  }
}
