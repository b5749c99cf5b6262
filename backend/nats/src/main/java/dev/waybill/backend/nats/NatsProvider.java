package dev.waybill.backend.nats;

import dev.waybill.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.Provisioned;
import java.net.URI;
import java.util.List;

/// Opens addresses of NATS, `nats://` and `tls://`; see [NatsConfig].
public final class NatsProvider implements BackendProvider {

  @Override
  public boolean opens(URI address) {
    return NatsAddress.isOne(address);
  }

  @Override
  public Backend open(URI address, Settings settings) {
    return open(NatsConfig.of(address), settings);
  }

  public static Backend open(NatsConfig config, Settings settings) {
    return NatsBackend.open(config, settings);
  }

  @Override
  public List<Provisioned> provision(URI address, boolean create) {
    try (NatsLink link = NatsLink.open(NatsConfig.of(address))) {
      return NatsLayout.streams().stream().map(stream -> link.provision(stream, create)).toList();
    }
  }
}
