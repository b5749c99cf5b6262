package dev.waybill.backend.redis;

import dev.waybill.base.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/// A part of a blob: the SHA-256 of its number and content, then the content.
final class BlobPart {

  private static final int DIGEST_BYTES = 32;

  private BlobPart() {}

  static byte[] sealed(long number, byte[] content) {
    byte[] sealed = Arrays.copyOf(digest(number, content, 0), DIGEST_BYTES + content.length);
    System.arraycopy(content, 0, sealed, DIGEST_BYTES, content.length);
    return sealed;
  }

  /// The content; empty if the checksum does not match.
  static Optional<byte[]> opened(long number, byte[] sealed) {
    if (sealed.length < DIGEST_BYTES) {
      return Optional.empty();
    }
    byte[] expected = Arrays.copyOf(sealed, DIGEST_BYTES);
    return Arrays.equals(expected, digest(number, sealed, DIGEST_BYTES))
        ? Optional.of(Arrays.copyOfRange(sealed, DIGEST_BYTES, sealed.length))
        : Optional.empty();
  }

  private static byte[] digest(long number, byte[] bytes, int from) {
    MessageDigest digest = Sha256.digest();
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
    digest.update(bytes, from, bytes.length - from);
    return digest.digest();
  }
}
