package dev.waybill.backend.redis;

import dev.waybill.backend.support.StoreKeys;
import dev.waybill.spi.Key;
import java.util.List;

/// The configuration keys of Redis. Other stores have some of them, with the same meaning.
final class RedisKeys {

  static final Key<String> PREFIX =
      Key.text(
          "store.prefix",
          "waybill",
          "What the names of all keys in Redis start with; deployments that share a server need"
              + " different ones.");

  static final String SYNCED = "synced";

  static final Key<String> MONITORED =
      Key.text(
          "store.sentinel.primary",
          "mymaster",
          "The name by which Redis Sentinel knows the primary; for URLs with `+sentinel`.");

  static final Key<Integer> ACKNOWLEDGING =
      Key.number(
          "store.wait.replicas",
          "0",
          0,
          16,
          "Number of Redis replicas that must have a write before it is acknowledged.");

  static final Key<String> ACKNOWLEDGED =
      Key.choice(
          "store.wait.until",
          "received",
          "What these replicas have done with the write; `synced` needs Redis 7.2 or newer.",
          "received",
          SYNCED);

  static final List<Key<?>> ALL =
      List.of(
          StoreKeys.USER,
          StoreKeys.PASSWORD,
          StoreKeys.CA,
          StoreKeys.CERTIFICATE,
          StoreKeys.PRIVATE_KEY,
          PREFIX,
          MONITORED,
          ACKNOWLEDGING,
          ACKNOWLEDGED,
          StoreKeys.DURABILITY);

  private RedisKeys() {}
}
