package dev.waybill.engine.token;

import java.security.GeneralSecurityException;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/// HMAC-SHA256 with one key, safe for many threads.
final class Signer {

  static final int BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";

  private final Mac prototype;

  /// One initialized instance to reuse. A thread that finds it in use makes a copy, which is
  /// cheaper than a lock and, unlike a thread-local, does not grow with the number of virtual
  /// threads.
  private final AtomicReference<@Nullable Mac> spare = new AtomicReference<>();

  Signer(byte[] key) {
    try {
      prototype = Mac.getInstance(ALGORITHM);
      prototype.init(new SecretKeySpec(key, ALGORITHM));
    } catch (GeneralSecurityException unusable) {
      throw new IllegalStateException("cannot sign with " + ALGORITHM, unusable);
    }
  }

  /// The signature of `prefix` followed by the first `length` bytes of `body`.
  byte[] sign(byte[] prefix, byte[] body, int length) {
    Mac taken = spare.getAndSet(null);
    Mac mac = taken == null ? copy() : taken;
    mac.update(prefix);
    mac.update(body, 0, length);
    byte[] signature = mac.doFinal();
    spare.set(mac);
    return signature;
  }

  private Mac copy() {
    try {
      return (Mac) prototype.clone();
    } catch (CloneNotSupportedException unusable) {
      throw new IllegalStateException("cannot copy " + ALGORITHM, unusable);
    }
  }
}
