package dev.waybill.messages.provider.mail;

import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorProvider;
import dev.waybill.messages.provider.WebhookReader;
import java.util.Optional;
import java.util.Set;

/// Opens Postmark: `mail=postmark:?token=…&from=news@example.org`. Its webhooks are verified by
/// `webhook_user` and `webhook_password`, or by `webhook_header=name:value`.
public final class PostmarkFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("postmark");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    address.allow(
        "token", "from", "stream", "webhook_user", "webhook_password", "webhook_header", "lookups");
    VendorApi api = VendorApi.of(address, "https://api.postmarkapp.com", host);
    Postmark.Sender sender =
        new Postmark.Sender(address.require("from"), address.option("stream").orElse("outbound"));
    return new VendorProvider(
        key,
        new Postmark(api, address.require("token"), sender),
        webhooks(address),
        address.isOn("lookups"));
  }

  private static Optional<WebhookReader> webhooks(ProviderAddress address) {
    if (address.option("webhook_header").isPresent()) {
      String[] header = address.require("webhook_header").split(":", 2);
      return Optional.of(new PostmarkWebhooks(header[0], header.length == 2 ? header[1] : ""));
    }
    return address
        .option("webhook_user")
        .map(user -> PostmarkWebhooks.basic(user, address.require("webhook_password")));
  }
}
