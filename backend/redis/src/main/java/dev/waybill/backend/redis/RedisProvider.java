package dev.waybill.backend.redis;

import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.Key;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.StoreAddress;
import java.util.List;
import java.util.Set;

/// Opens `redis://` and `rediss://` addresses, and those with `+sentinel`; see [RedisKeys]. The
/// second `s` stands for TLS.
public final class RedisProvider implements BackendProvider {

  static final Set<String> TLS_SCHEMES = Set.of("rediss", "rediss+sentinel");
  static final Set<String> SENTINEL_SCHEMES = Set.of("redis+sentinel", "rediss+sentinel");

  @Override
  public String name() {
    return RedisBackend.NAME;
  }

  @Override
  public Set<String> schemes() {
    return Set.of("redis", "rediss", "redis+sentinel", "rediss+sentinel");
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
