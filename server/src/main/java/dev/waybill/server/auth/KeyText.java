package dev.waybill.server.auth;

import dev.waybill.Payload;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/// Generates and hashes the text of API keys.
final class KeyText {

  static final String PREFIX = "wbk_";

  private static final int SECRET_BYTES = 32;
  private static final int ID_BYTES = 8;
  private static final int LENGTH = PREFIX.length() + 43;
  private static final SecureRandom RANDOM = new SecureRandom();

  private KeyText() {}

  static String fresh() {
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(random(SECRET_BYTES));
  }

  static String freshId() {
    return HexFormat.of().formatHex(random(ID_BYTES));
  }

  static boolean hasForm(String text) {
    return text.startsWith(PREFIX) && text.length() == LENGTH;
  }

  static String lastFour(String text) {
    return text.substring(text.length() - 4);
  }

  /// SHA-256 is enough for 256 random bits: a dictionary attack is impossible.
  static Payload hash(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return Payload.wrap(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static byte[] random(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }
}
