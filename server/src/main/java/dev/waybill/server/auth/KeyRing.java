package dev.waybill.server.auth;

import dev.waybill.Payload;
import dev.waybill.admin.AccessKey;
import dev.waybill.engine.register.Register;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The keys by the hash of their text. One thread at a time changes it; looking a key up needs no
/// lock.
final class KeyRing {

  private final Map<Long, StoredKey> byHash = new ConcurrentHashMap<>();
  private final Map<Register.Name, StoredKey> byName = new ConcurrentHashMap<>();

  /// The first bytes of the hash lead to at most one key, whose whole hash is then compared in
  /// constant time.
  Optional<AccessKey> find(Payload hash) {
    return Optional.ofNullable(byHash.get(start(hash)))
        .filter(
            held -> MessageDigest.isEqual(held.hash().bytesWithoutCopy(), hash.bytesWithoutCopy()))
        .map(StoredKey::key);
  }

  /// The hash of a key never changes, so a key that is only copied stays in place.
  void change(Register.Change<StoredKey> change) {
    StoredKey after = change.value();
    StoredKey before =
        after == null ? byName.remove(change.name()) : byName.put(change.name(), after);
    if (after != null && after.key().revokedAt() == null) {
      byHash.put(start(after.hash()), after);
    } else if (before != null) {
      byHash.remove(start(before.hash()));
    }
  }

  private static long start(Payload hash) {
    return ByteBuffer.wrap(hash.bytesWithoutCopy()).getLong();
  }
}
