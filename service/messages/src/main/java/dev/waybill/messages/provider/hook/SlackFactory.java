package dev.waybill.messages.provider.hook;

import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderAddress;
import dev.waybill.messages.provider.ProviderFactory;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.provider.VendorApi;
import java.util.Set;

/// Opens an incoming webhook of Slack, Mattermost or Rocket.Chat:
/// `ops=slack:?url=https://hooks.slack.com/services/…`.
public final class SlackFactory implements ProviderFactory {

  @Override
  public Set<String> schemes() {
    return Set.of("slack");
  }

  @Override
  public MessageProvider open(String key, ProviderAddress address, ProviderHost host) {
    address.allow();
    return new SlackProvider(key, VendorApi.of(address, address.require("url"), host));
  }
}
