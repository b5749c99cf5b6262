package dev.waybill.messages.provider.sms;

import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorProvider;
import java.util.Set;

/// Opens Twilio: `sms=twilio:?account=AC…&token=…&from=+15005550006`. With `webhook_url`, the
/// public URL of the webhook, Twilio reports what happened to each message.
public final class TwilioFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("twilio");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    address.allow("account", "token", "from", "webhook_url", "lookups");
    Twilio.Account account =
        new Twilio.Account(
            address.require("account"),
            address.require("token"),
            address.require("from"),
            address.option("webhook_url").orElse(null));
    return new VendorProvider(
        key,
        new Twilio(VendorApi.of(address, "https://api.twilio.com", host), account),
        address.option("webhook_url").map(url -> new TwilioWebhooks(account.token(), url)),
        address.isOn("lookups"));
  }
}
