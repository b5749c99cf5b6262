package dev.waybill.rig.sim;

import dev.waybill.spi.BlobStore;
import java.util.SplittableRandom;

/// The first signing key of tokens, derived from the seed; an engine would use a random one.
final class TokenKey {

  private static final int BYTES = 32;

  private TokenKey() {}

  static void store(BlobStore blobs, SplittableRandom random) {
    byte[] key = new byte[BYTES];
    random.nextBytes(key);
    blobs.put("waybill", "system/token-key-1", key);
  }
}
