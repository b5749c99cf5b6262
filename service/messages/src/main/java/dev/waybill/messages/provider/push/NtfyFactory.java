package dev.waybill.messages.provider.push;

import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.provider.VendorApi;
import java.util.Set;

/// Opens ntfy: `phone=ntfy:?token=tk_…`.
public final class NtfyFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("ntfy");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    address.allow("token");
    return new NtfyProvider(
        key, VendorApi.of(address, "https://ntfy.sh", host), address.option("token").orElse(null));
  }
}
