package dev.waybill.server.auth;

import dev.waybill.Payload;
import dev.waybill.base.Sha256;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/// Generates and hashes the text of API keys and the secrets of sessions.
final class KeyText {

  static final String PREFIX = "wbk_";

  private static final int SECRET_BYTES = 32;
  private static final int ID_BYTES = 8;
  private static final int LENGTH = PREFIX.length() + 43;
  private static final SecureRandom RANDOM = new SecureRandom();

  private KeyText() {}

  static String fresh() {
    return PREFIX + freshSecret();
  }

  /// A text that nobody can guess.
  static String freshSecret() {
    return encoded(random(SECRET_BYTES));
  }

  static boolean isSecret(String text) {
    return text.length() == LENGTH - PREFIX.length();
  }

  static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
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
    return Payload.wrap(Sha256.of(text));
  }

  private static byte[] random(int count) {
    byte[] bytes = new byte[count];
    RANDOM.nextBytes(bytes);
    return bytes;
  }
}
