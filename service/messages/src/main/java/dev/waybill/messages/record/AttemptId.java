package dev.waybill.messages.record;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The ID of one attempt to send a message.
public final class AttemptId {

  private AttemptId() {}

  /// The idempotency key of an attempt: `sha256(message_id, attempt_no)`, the first 32 hexadecimal
  /// digits.
  public static String of(String messageId, int attempt) {
    return digest(messageId + '\n' + attempt).substring(0, 32);
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
