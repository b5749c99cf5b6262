package dev.waybill.messages;

import dev.waybill.base.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.UUID;

/// IDs derived from their parts: the same parts always give the same ID.
public final class DerivedId {

  private static final long VERSION_8 = 0x8000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private DerivedId() {}

  /// A version 8 UUID from a digest of the parts and their lengths.
  public static String of(String... parts) {
    MessageDigest digest = Sha256.digest();
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      digest.update(bytes);
    }
    ByteBuffer bits = ByteBuffer.wrap(digest.digest());
    long high = (bits.getLong() & ~0xF000L) | VERSION_8;
    long low = (bits.getLong() & 0x3FFF_FFFF_FFFF_FFFFL) | VARIANT;
    return new UUID(high, low).toString();
  }
}
