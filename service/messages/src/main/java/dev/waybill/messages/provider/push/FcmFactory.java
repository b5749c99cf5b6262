package dev.waybill.messages.provider.push;

import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.provider.VendorApi;
import java.nio.file.Path;
import java.util.Set;

/// Opens Firebase Cloud Messaging: `phone=fcm:?credentials=/etc/waybill/service-account.json`.
public final class FcmFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("fcm");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    address.allow("credentials");
    ServiceAccount account = ServiceAccount.read(Path.of(address.require("credentials")));
    VendorApi api = VendorApi.of(address, "https://fcm.googleapis.com", host);
    return new FcmProvider(key, api, account, new AccessTokens(account, api, host.clock()));
  }
}
