package dev.waybill.messages.provider.hook;

import dev.waybill.messages.http.HttpSender;
import dev.waybill.messages.http.WebhookSecrets;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import java.util.List;
import java.util.Set;

/// Opens signed webhooks: `hooks=webhook:?secret=whsec_…`. Several secrets, separated by commas,
/// sign during a rotation.
public final class WebhookFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("webhook");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    address.allow("secret", "body", "disable_failures", "disable_after", "probe_every");
    List<String> secrets = List.of(address.require("secret").split(",", -1));
    EndpointHealth health =
        new EndpointHealth(
            host.ledger(),
            host.clock(),
            new EndpointHealth.Policy(
                address.number("disable_failures", EndpointHealth.Policy.DEFAULT.failures()),
                address.duration("disable_after", EndpointHealth.Policy.DEFAULT.failing()),
                address.duration("probe_every", EndpointHealth.Policy.DEFAULT.probe())));
    WebhookBody body = new WebhookBody(address.option("body").filter("raw"::equals).isPresent());
    HttpSender http = new HttpSender(host.network(), address.timeouts(), host.clock());
    return new WebhookProvider(
        key,
        new SignedPost(http, WebhookSecrets.parse(secrets), host.clock()),
        body,
        health,
        new StandardWebhookReader(secrets));
  }
}
