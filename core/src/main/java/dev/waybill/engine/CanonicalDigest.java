package dev.waybill.engine;

import dev.waybill.base.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A SHA-256 over a list of values. Each value is preceded by its length or by a mark for its
/// absence, so two different lists never give the same bytes.
final class CanonicalDigest {

  private final MessageDigest digest = Sha256.digest();
  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);

  CanonicalDigest number(long value) {
    digest.update(number.clear().putLong(value).flip());
    return this;
  }

  CanonicalDigest bytes(byte[] value) {
    number(value.length);
    digest.update(value);
    return this;
  }

  CanonicalDigest text(@Nullable String value) {
    return value == null ? number(-1) : bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  CanonicalDigest duration(@Nullable Duration value) {
    return value == null
        ? number(-1)
        : number(1).number(value.getSeconds()).number(value.getNano());
  }

  CanonicalDigest instant(@Nullable Instant value) {
    return value == null
        ? number(-1)
        : number(1).number(value.getEpochSecond()).number(value.getNano());
  }

  /// The digest, as a buffer to read longs from.
  ByteBuffer finish() {
    return ByteBuffer.wrap(digest.digest());
  }
}
