package dev.waybill.engine;

import dev.waybill.Code;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.spi.BlobStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The keys that task tokens are signed with. New tokens take the newest; those of all are
/// accepted.
///
/// Keys live in the blob store, so that tokens survive a restart and all servers on one store
/// agree. A key is added by storing `system/token-key-<n>` with the next number.
final class TokenKeys {

  private static final int KEY_BYTES = 32;
  private static final int MOST = 255;

  private final List<Signer> signers;

  /// Takes keys in the order of their numbers, oldest first.
  TokenKeys(List<byte[]> keys) {
    signers = keys.stream().map(Signer::new).toList();
  }

  static TokenKeys load(BlobStore blobs) {
    if (blobs.get(Tenants.SYSTEM, name(1)).isEmpty()) {
      create(blobs);
    }
    List<byte[]> keys = new ArrayList<>();
    for (int number = 1; number <= MOST; number++) {
      Optional<byte[]> key = blobs.get(Tenants.SYSTEM, name(number));
      if (key.isEmpty()) {
        break;
      }
      keys.add(checked(name(number), key.get()));
    }
    return new TokenKeys(keys);
  }

  /// The number of the key that signs.
  int newest() {
    return signers.size();
  }

  boolean has(int number) {
    return number >= 1 && number <= signers.size();
  }

  Signer signer(int number) {
    return signers.get(number - 1);
  }

  static String name(int number) {
    return "system/token-key-" + number;
  }

  /// Whoever stores first wins; everybody then reads what was stored.
  private static void create(BlobStore blobs) {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    blobs.put(Tenants.SYSTEM, name(1), key);
  }

  private static byte[] checked(String name, byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new WaybillException(
          Code.CORRUPT, name + " must have " + KEY_BYTES + " bytes; it has " + key.length);
    }
    return key;
  }
}
