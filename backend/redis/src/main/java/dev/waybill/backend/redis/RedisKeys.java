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

  static final List<Key<?>> ALL =
      List.of(
          StoreKeys.USER,
          StoreKeys.PASSWORD,
          StoreKeys.CA,
          StoreKeys.CERTIFICATE,
          StoreKeys.PRIVATE_KEY,
          PREFIX,
          StoreKeys.DURABILITY);

  private RedisKeys() {}
}
