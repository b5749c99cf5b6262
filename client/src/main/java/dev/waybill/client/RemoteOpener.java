package dev.waybill.client;

import dev.waybill.Code;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.settings.ConnectSettings;
import dev.waybill.settings.Settings;
import java.net.URI;
import java.util.Optional;

/// Connects to servers at `http` and `https` addresses.
public final class RemoteOpener implements Waybill.Opener {

  @Override
  public boolean opens(URI address) {
    return false;
  }

  @Override
  public Waybill open(URI address, Settings settings) {
    throw new WaybillException(
        Code.INVALID_ARGUMENT, "use Waybill.connect for the address of a server: " + address);
  }

  @Override
  public Optional<Waybill> connect(URI address, ConnectSettings settings) {
    String scheme = String.valueOf(address.getScheme());
    boolean known = scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https");
    return known && address.getHost() != null
        ? Optional.of(new RemoteWaybill(address, settings))
        : Optional.empty();
  }
}
