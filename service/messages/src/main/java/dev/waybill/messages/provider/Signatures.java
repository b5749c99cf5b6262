package dev.waybill.messages.provider;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What verifying signatures has in common.
public final class Signatures {

  private Signatures() {}

  public static byte[] hmac(String algorithm, byte[] key, byte[] signed) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(key, algorithm));
      return mac.doFinal(signed);
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("every JDK has " + algorithm, missing);
    }
  }

  /// Compares in constant time. Texts are compared rather than the bytes that they encode, so that
  /// a signature has one form only.
  public static boolean areEqual(String expected, String given) {
    return MessageDigest.isEqual(
        expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  /// The bytes of a text in Base64; empty if it is not, or not in the usual form.
  public static Optional<byte[]> base64(String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return Optional.of(bytes).filter(b -> Base64.getEncoder().encodeToString(b).equals(text));
    } catch (IllegalArgumentException malformed) {
      return Optional.empty();
    }
  }

  /// True if a time in seconds is not older than allowed, nor later than now by more than that.
  public static boolean isFresh(String seconds, Instant now, Duration tolerance) {
    if (!seconds.matches("[0-9]{1,11}")) {
      return false;
    }
    Instant sent = Instant.ofEpochSecond(Long.parseLong(seconds));
    return !sent.isBefore(now.minus(tolerance)) && !sent.isAfter(now.plus(tolerance));
  }
}
