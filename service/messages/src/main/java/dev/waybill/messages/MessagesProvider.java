package dev.waybill.messages;

import dev.waybill.message.MessageHooks;
import dev.waybill.message.Messages;
import dev.waybill.message.Suppressions;
import dev.waybill.message.Templates;
import dev.waybill.message.TopicMessages;
import dev.waybill.messages.hooks.HookDelivery;
import dev.waybill.messages.http.Network;
import dev.waybill.messages.http.ProxyServer;
import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.messages.provider.ConfiguredProviders;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.receive.WebhookReceiver;
import dev.waybill.messages.send.MessageSending;
import dev.waybill.messages.send.ProviderRoutes;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.service.MessageExpansion;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Adds messages to an engine. They are sent by the engine itself if it does maintenance by itself.
public final class MessagesProvider implements ServiceProvider {

  public static final String PROVIDERS = "messages.providers";
  public static final String ROUTES = "messages.routes";
  public static final String TENANT_DAYS = "messages.tenant_ttl_days";
  public static final String RECIPIENT_RATE = "messages.recipient_rate";
  public static final String MAX_ATTEMPTS = "messages.max_attempts";
  public static final String ALLOW_NETWORKS = "messages.allow_networks";
  public static final String PROXY = "messages.proxy";

  @Override
  public void open(ServiceHost host) {
    Map<String, String> settings = host.settings().ofServices();
    List<MessageProvider> providers =
        ConfiguredProviders.read(settings.getOrDefault(PROVIDERS, ""), providerHost(host));
    ProviderRoutes routes = ProviderRoutes.read(providers, settings.getOrDefault(ROUTES, ""));
    MessageTemplates templates =
        new MessageTemplates(host.backend().ledger(), host.settings().clock());
    host.offer(Templates.class, templates::templates);
    MessageSending sending = new MessageSending(host, routes, templates);
    host.offer(Messages.class, sending::messages);
    offerTopicMessages(host, sending);
    host.addToTimelines(sending.timeline()::entries);
    host.findForTimelines(sending.timeline()::find);
    host.offer(MessageIndexLag.class, _ -> sending::indexLagSeconds);
    host.offer(Suppressions.class, sending::suppressions);
    Network network = network(host);
    host.offer(
        WebhookTargets.class,
        tenant -> new WebhookTargets(network, target -> sending.check(tenant, target)));
    WebhookReceiver receiver =
        new WebhookReceiver(
            providers, sending.reports(), host.backend().ledger(), host.settings().clock());
    host.offer(WebhookReceiver.class, _ -> receiver);
    HookDelivery hooks = new HookDelivery(host, providerHost(host));
    host.offer(MessageHooks.class, hooks::hooks);
    boolean sends = host.settings().maintenanceEvery() != null;
    host.whileOpen(sending::startIndexing, () -> {});
    host.whileOpen(sends ? sending::startSending : () -> {}, sending::close);
    host.whileOpen(sends ? hooks::start : () -> {}, hooks::close);
  }

  private static ProviderHost providerHost(ServiceHost host) {
    return new ProviderHost(
        host.settings().clock(),
        network(host),
        host.backend().ledger(),
        MessageSending.laterReports(host.waybill()));
  }

  /// The network for URLs that callers name.
  private static Network network(ServiceHost host) {
    Map<String, String> settings = host.settings().ofServices();
    return new Network(
        TargetAddresses.allowing(settings.getOrDefault(ALLOW_NETWORKS, "")),
        ProxyServer.read(settings.getOrDefault(PROXY, "")).orElse(null));
  }

  private static void offerTopicMessages(ServiceHost host, MessageSending sending) {
    Function<String, TenantTopicMessages> messages =
        tenant -> new TenantTopicMessages(host, tenant, sending);
    host.offer(TopicMessages.class, messages);
    host.offer(MessageExpansion.class, messages);
    host.offer(TopicProcessing.class, messages);
  }
}
