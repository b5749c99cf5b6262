package dev.waybill.backend.nats;

import dev.waybill.WaybillException;
import dev.waybill.backend.support.SideBySide;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.Key;
import dev.waybill.spi.Provisioned;
import dev.waybill.spi.StoreAddress;
import java.util.List;
import java.util.Set;

/// Opens `nats://` and `tls://` addresses; see [NatsKeys].
public final class NatsProvider implements BackendProvider {

  @Override
  public String name() {
    return NatsBackend.NAME;
  }

  @Override
  public Set<String> schemes() {
    return Set.of("nats", "tls");
  }

  @Override
  public List<Key<?>> keys() {
    return NatsKeys.ALL;
  }

  @Override
  public void check(StoreAddress address) {
    NatsConfig.of(address);
  }

  @Override
  public Backend open(StoreAddress address, Settings settings) {
    return open(NatsConfig.of(address), settings);
  }

  public static Backend open(NatsConfig config, Settings settings) {
    return NatsBackend.open(config, settings);
  }

  @Override
  public List<Provisioned> provision(StoreAddress address, boolean create) {
    try (NatsLink link = NatsLink.open(NatsConfig.of(address))) {
      return provision(link, create);
    }
  }

  private static List<Provisioned> provision(NatsLink link, boolean create) {
    try {
      link.requireRoomInMessages();
      List<Provisioned> found =
          SideBySide.ask(NatsLayout.streams(), stream -> link.provision(stream, create));
      if (found.stream().noneMatch(one -> one.outcome() == Provisioned.Outcome.MISSING)) {
        PermissionCheck.require(link);
      }
      return found;
    } catch (WaybillException failed) {
      throw link.explained(failed);
    }
  }
}
