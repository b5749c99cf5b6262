package dev.waybill.messages;

import dev.waybill.NewJob;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.message.TopicMessages;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.send.MessageSending;
import dev.waybill.service.EventExpansion;
import dev.waybill.service.MessageExpansion;
import dev.waybill.service.ServiceHost;
import dev.waybill.topic.Topics;
import dev.waybill.worker.WorkerBuilder;
import java.util.List;

/// The messages on topics of one tenant.
final class TenantTopicMessages implements TopicMessages, MessageExpansion, TopicProcessing {

  private final ServiceHost host;
  private final String tenant;
  private final MessageSending sending;
  private final MessageFacts facts;

  TenantTopicMessages(ServiceHost host, String tenant, MessageSending sending) {
    this.host = host;
    this.tenant = tenant;
    this.sending = sending;
    this.facts = sending.facts(tenant);
  }

  @Override
  public CreatedTopicMessage create(String topic, NewTopicMessage message) {
    return creator().create(topic, message);
  }

  @Override
  public List<NewJob> expand(String topic, NewTopicMessage message) {
    MessageCreator.Prepared prepared = creator().prepare(topic, message);
    List<NewJob> jobs = host.require(EventExpansion.class, tenant).expand(topic, prepared.event());
    if (!jobs.isEmpty()) {
      creator().queued(prepared.messageId());
    }
    return jobs;
  }

  @Override
  public WorkerBuilder worker(String queue, NotificationTarget target) {
    return sending.processor(tenant, target).worker(queue);
  }

  @Override
  public int repair() {
    return new MessageRepair(creator(), facts, host.backend().ledger()).run();
  }

  private MessageCreator creator() {
    return new MessageCreator(facts, host.require(Topics.class, tenant), host.settings().region());
  }
}
