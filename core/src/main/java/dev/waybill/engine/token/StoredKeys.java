package dev.waybill.engine.token;

import dev.waybill.Code;
import dev.waybill.Tenants;
import dev.waybill.WaybillException;
import dev.waybill.spi.BlobStore;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Optional;

/// Token keys in the blob store: numbered from 1 without gaps, never changed, never deleted.
final class StoredKeys {

  private static final int KEY_BYTES = 32;

  private final BlobStore blobs;

  StoredKeys(BlobStore blobs) {
    this.blobs = blobs;
  }

  static String name(int number) {
    return "system/token-key-" + number;
  }

  /// Stores a new key under a number; does nothing if there is one.
  void add(int number) {
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    blobs.put(Tenants.SYSTEM, name(number), key);
  }

  /// The keys in use; creates the first one if there is none. The first writer wins, and all
  /// servers then read the stored key.
  LiveKeys newest(Instant now) {
    if (read(1).isEmpty()) {
      add(1);
    }
    int last = last();
    return new LiveKeys(key(last), last == 1 ? null : key(last - 1), now);
  }

  /// The known keys, or those that replaced them.
  LiveKeys newer(LiveKeys known, Instant now) {
    LiveKeys found = known;
    Optional<LiveKeys.Key> next = read(known.newest().number() + 1);
    while (next.isPresent()) {
      found = new LiveKeys(next.get(), found.newest(), now);
      next = read(next.get().number() + 1);
    }
    return found;
  }

  /// The highest number in use, found by doubling and bisection, because there may have been many
  /// rotations.
  private int last() {
    int there = 1;
    int missing = 2;
    while (read(missing).isPresent()) {
      there = missing;
      missing *= 2;
    }
    while (missing - there > 1) {
      int middle = (there + missing) >>> 1;
      if (read(middle).isPresent()) {
        there = middle;
      } else {
        missing = middle;
      }
    }
    return there;
  }

  private LiveKeys.Key key(int number) {
    return read(number)
        .orElseThrow(() -> new WaybillException(Code.CORRUPT, name(number) + " is missing"));
  }

  private Optional<LiveKeys.Key> read(int number) {
    return blobs
        .get(Tenants.SYSTEM, name(number))
        .map(bytes -> new LiveKeys.Key(number, new Signer(checked(number, bytes))));
  }

  private static byte[] checked(int number, byte[] key) {
    if (key.length != KEY_BYTES) {
      throw new WaybillException(
          Code.CORRUPT, name(number) + " must have " + KEY_BYTES + " bytes; it has " + key.length);
    }
    return key;
  }
}
