package dev.waybill.messages.provider.aws;

import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.provider.VendorApi;
import dev.waybill.messages.provider.VendorProvider;
import dev.waybill.messages.provider.WebhookReader;
import java.util.Optional;
import java.util.Set;

/// Opens Amazon SES:
/// `mail=ses:?region=eu-west-1&access_key=AKIA…&secret_key=…&from=news@example.org&topic_arn=…`.
public final class SesFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("ses");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    address.allow(
        "region",
        "access_key",
        "secret_key",
        "session_token",
        "from",
        "configuration_set",
        "topic_arn",
        "lookups");
    String region = address.require("region");
    VendorApi api = VendorApi.of(address, "https://email." + region + ".amazonaws.com", host);
    SignatureV4 signature =
        new SignatureV4(
            address.require("access_key"),
            address.require("secret_key"),
            address.option("session_token").orElse(null),
            new SignatureV4.Scope(region, "ses"));
    Optional<WebhookReader> webhooks =
        address.option("topic_arn").map(topic -> new SnsWebhooks(topic, SnsCalls.over(api)));
    Ses.Sender sender =
        new Ses.Sender(address.require("from"), address.option("configuration_set").orElse(null));
    return new VendorProvider(
        key, new Ses(api, signature, sender), webhooks, address.isOn("lookups"));
  }
}
