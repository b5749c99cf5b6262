package dev.waybill.messages;

import dev.waybill.message.LatestState;
import dev.waybill.message.Message;
import dev.waybill.message.Messages;
import dev.waybill.message.Suppressions;
import dev.waybill.message.Templates;
import dev.waybill.message.TopicMessage;
import dev.waybill.message.TopicMessages;
import dev.waybill.messages.http.TargetAddresses;
import dev.waybill.messages.provider.ConfiguredProviders;
import dev.waybill.messages.provider.MessageProvider;
import dev.waybill.messages.provider.ProviderHost;
import dev.waybill.messages.receive.WebhookReceiver;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.messages.send.MessageSending;
import dev.waybill.messages.send.ProviderRoutes;
import dev.waybill.messages.template.MessageTemplates;
import dev.waybill.service.MessageExpansion;
import dev.waybill.service.ServiceHost;
import dev.waybill.service.ServiceProvider;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Adds messages to an engine. They are sent by the engine itself if it does maintenance by itself.
public final class MessagesProvider implements ServiceProvider {

  public static final String PROVIDERS = "messages.providers";
  public static final String ROUTES = "messages.routes";
  public static final String RECIPIENT_RATE = "messages.recipient_rate";
  public static final String ALLOW_NETWORKS = "messages.allow_networks";

  /// The channel that messages on topics are shown with.
  private static final String TOPIC_CHANNEL = "topic";

  @Override
  public void open(ServiceHost host) {
    host.offer(TopicMessages.class, tenant -> messages(host, tenant));
    host.offer(MessageExpansion.class, tenant -> messages(host, tenant));
    host.addToTimelines(job -> messages(host, job.tenant()).timeline(job));
    Map<String, String> settings = host.settings().ofServices();
    List<MessageProvider> providers =
        ConfiguredProviders.read(settings.getOrDefault(PROVIDERS, ""), providerHost(host));
    ProviderRoutes routes = ProviderRoutes.read(providers, settings.getOrDefault(ROUTES, ""));
    MessageTemplates templates =
        new MessageTemplates(host.backend().ledger(), host.settings().clock());
    host.offer(Templates.class, templates::templates);
    MessageSending sending =
        new MessageSending(host, routes, templates, (tenant, id) -> topicMessage(host, tenant, id));
    host.offer(Messages.class, sending::messages);
    host.offer(Suppressions.class, sending::suppressions);
    WebhookReceiver receiver =
        new WebhookReceiver(
            providers, sending.reports(), host.backend().ledger(), host.settings().clock());
    host.offer(WebhookReceiver.class, _ -> receiver);
    boolean sends = host.settings().maintenanceEvery() != null;
    host.whileOpen(sends ? sending::start : () -> {}, sending::close);
  }

  private static ProviderHost providerHost(ServiceHost host) {
    String networks = host.settings().ofServices().getOrDefault(ALLOW_NETWORKS, "");
    return new ProviderHost(
        host.settings().clock(),
        TargetAddresses.allowing(networks),
        host.backend().ledger(),
        MessageSending.laterReports(host.waybill()));
  }

  private static TenantTopicMessages messages(ServiceHost host, String tenant) {
    return new TenantTopicMessages(records(host, tenant), host, tenant);
  }

  private static MessageRecords records(ServiceHost host, String tenant) {
    return new MessageRecords(host.backend().ledger(), tenant, host.settings().clock());
  }

  private static Optional<Message> topicMessage(ServiceHost host, String tenant, String id) {
    return records(host, tenant).find(id).map(MessagesProvider::shown);
  }

  private static Message shown(TopicMessage topic) {
    return new Message(
        topic.id(),
        topic.createdAt(),
        TOPIC_CHANNEL,
        Message.Content.of(topic),
        new Message.Progress(
            new LatestState(
                topic.status().handoff().word(),
                topic.status().rank(),
                topic.attempt(),
                topic.updatedAt()),
            RecordedMessage.unknown(topic.createdAt()),
            List.of(),
            List.of()));
  }
}
