package dev.waybill.messages.provider.mail;

import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorProvider;
import java.util.Set;

/// Opens Mailgun: `mail=mailgun:?key=…&domain=mg.example.org&from=news@example.org`. In Europe its
/// `url` is `https://api.eu.mailgun.net`.
public final class MailgunFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("mailgun");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    address.allow("key", "domain", "from", "webhook_key", "lookups");
    VendorApi api = VendorApi.of(address, "https://api.mailgun.net", host);
    Mailgun.Account account =
        new Mailgun.Account(
            address.require("key"), address.require("domain"), address.require("from"));
    return new VendorProvider(
        key,
        new Mailgun(api, account),
        address.option("webhook_key").map(MailgunWebhooks::new),
        address.isOn("lookups"));
  }
}
