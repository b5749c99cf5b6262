package dev.waybill.backend.redis;

import dev.waybill.spi.StoreAddress;
import org.jspecify.annotations.Nullable;

/// What the configuration says about replicas.
///
/// @param monitored the name by which the sentinels know the primary; null without sentinels
/// @param acknowledging how many replicas must have a write before it is acknowledged
/// @param synced whether they must have synced it to their disks, not only received it
public record RedisReplicas(@Nullable String monitored, int acknowledging, boolean synced) {

  static final RedisReplicas NONE = new RedisReplicas(null, 0, false);

  static RedisReplicas of(StoreAddress address) {
    boolean sentinels = RedisProvider.SENTINEL_SCHEMES.contains(address.scheme());
    return new RedisReplicas(
        sentinels ? address.get(RedisKeys.MONITORED) : null,
        address.get(RedisKeys.ACKNOWLEDGING),
        address.get(RedisKeys.ACKNOWLEDGED).equals(RedisKeys.SYNCED));
  }

  public RedisReplicas withAcknowledging(int replicas) {
    return new RedisReplicas(monitored, replicas, synced);
  }

  public RedisReplicas withSynced() {
    return new RedisReplicas(monitored, acknowledging, true);
  }

  public RedisReplicas withMonitored(String name) {
    return new RedisReplicas(name, acknowledging, synced);
  }
}
