package dev.waybill.messages.provider.mail;

import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorProvider;
import java.util.Set;

/// Opens SendGrid: `mail=sendgrid:?key=SG.…&from=news@example.org&webhook_key=MFkw…`.
public final class SendGridFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("sendgrid");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    address.allow("key", "from", "webhook_key", "lookups");
    VendorApi api = VendorApi.of(address, "https://api.sendgrid.com", host);
    return new VendorProvider(
        key,
        new SendGrid(api, address.require("key"), address.require("from")),
        address.option("webhook_key").map(SendGridWebhooks::of),
        address.isOn("lookups"));
  }
}
