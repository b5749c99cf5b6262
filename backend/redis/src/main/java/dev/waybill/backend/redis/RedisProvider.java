package dev.waybill.backend.redis;

import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.Key;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.StoreAddress;
import java.util.List;
import java.util.Set;

/// Opens `redis://` and `rediss://` addresses; see [RedisKeys].
public final class RedisProvider implements BackendProvider {

  static final String TLS_SCHEME = "rediss";

  @Override
  public String name() {
    return RedisBackend.NAME;
  }

  @Override
  public Set<String> schemes() {
    return Set.of("redis", TLS_SCHEME);
  }

  @Override
  public List<Key<?>> keys() {
    return RedisKeys.ALL;
  }

  @Override
  public void check(StoreAddress address) {
    RedisConfig.of(address);
  }

  @Override
  public Backend open(StoreAddress address, Settings settings) {
    return open(RedisConfig.of(address), settings);
  }

  public static Backend open(RedisConfig config, Settings settings) {
    return RedisBackend.open(config, settings);
  }

  @Override
  public List<Provisioned> provision(StoreAddress address, boolean create) {
    try (RedisLink link = RedisLink.open(RedisConfig.of(address))) {
      return new RedisLayout(link).provision(create);
    }
  }
}
