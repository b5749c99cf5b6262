package dev.waybill.server.auth;

import dev.waybill.Payload;
import dev.waybill.admin.AccessKey;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// All keys in memory. One thread at a time changes it; a lookup needs no lock.
final class KeyRing {

  /// The number of revoked and expired keys of a tenant that are kept for display.
  private static final int ENDED_KEPT = 100;

  private record Held(Payload hash, AccessKey key) {}

  private final Map<Long, Held> byHash = new ConcurrentHashMap<>();
  private final Map<String, Map<String, Held>> byTenant = new HashMap<>();
  private volatile boolean untouched = true;

  /// Whether no key was ever created.
  boolean isUntouched() {
    return untouched;
  }

  /// The first bytes of the hash lead to at most one key, whose whole hash is then compared in
  /// constant time.
  Optional<AccessKey> find(Payload hash) {
    return Optional.ofNullable(byHash.get(start(hash)))
        .filter(
            held -> MessageDigest.isEqual(held.hash().bytesWithoutCopy(), hash.bytesWithoutCopy()))
        .map(Held::key);
  }

  synchronized Optional<AccessKey> find(String tenant, String id) {
    return Optional.ofNullable(byTenant.getOrDefault(tenant, Map.of()).get(id)).map(Held::key);
  }

  /// The keys of a tenant, newest first.
  synchronized List<AccessKey> list(String tenant) {
    return byTenant.getOrDefault(tenant, Map.of()).values().stream()
        .map(Held::key)
        .sorted(Comparator.comparing(AccessKey::createdAt).reversed())
        .toList();
  }

  synchronized void add(AccessKey key, Payload hash) {
    Held held = new Held(hash, key);
    byTenant.computeIfAbsent(key.tenant(), _ -> new LinkedHashMap<>()).put(key.id(), held);
    byHash.put(start(hash), held);
    untouched = false;
  }

  synchronized void revoke(String tenant, String id, Instant at) {
    Map<String, Held> theirs = byTenant.getOrDefault(tenant, Map.of());
    Held held = theirs.get(id);
    if (held != null && held.key().revokedAt() == null) {
      byHash.remove(start(held.hash()));
      theirs.put(id, new Held(held.hash(), held.key().revoked(at)));
      forgetEnded(tenant, at);
    }
  }

  /// Revokes a key whose tenant is not known.
  synchronized void revoke(String id, Instant at) {
    List<String> tenants =
        byTenant.keySet().stream().filter(one -> find(one, id).isPresent()).toList();
    tenants.forEach(tenant -> revoke(tenant, id, at));
  }

  /// Drops revoked and expired keys of a tenant, except the latest ones.
  synchronized void forgetEnded(String tenant, Instant now) {
    Map<String, Held> theirs = byTenant.getOrDefault(tenant, Map.of());
    List<Held> ended = theirs.values().stream().filter(held -> !held.key().isUsable(now)).toList();
    for (Held held : ended.subList(0, Math.max(0, ended.size() - ENDED_KEPT))) {
      theirs.remove(held.key().id());
      byHash.remove(start(held.hash()), held);
    }
  }

  private static long start(Payload hash) {
    return ByteBuffer.wrap(hash.bytesWithoutCopy()).getLong();
  }
}
