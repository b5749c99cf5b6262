package dev.waybill.messages;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Timeline;
import dev.waybill.events.schema.BuiltInSchemas;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.HandoffState;
import dev.waybill.message.MessageEvent;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.message.TopicMessageStatus;
import dev.waybill.message.TopicMessages;
import dev.waybill.messages.record.EventDetails;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.messages.send.CarriedMessage;
import dev.waybill.messages.send.MessageSending;
import dev.waybill.service.EventExpansion;
import dev.waybill.service.MessageExpansion;
import dev.waybill.service.ServiceHost;
import dev.waybill.topic.Topics;
import dev.waybill.worker.WorkerBuilder;
import java.util.List;
import java.util.Optional;

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

  /// The timeline of the message that a job carries.
  List<Timeline.Entry> timeline(Job job) {
    return Optional.of(job)
        .filter(one -> one.type().equals(BuiltInSchemas.MESSAGE_CREATED))
        .flatMap(one -> CarriedMessage.idIn(one.payload()))
        .flatMap(facts::find)
        .map(
            message ->
                message.progress().events().stream()
                    .flatMap(event -> entry(event, message.id(), job.id()).stream())
                    .toList())
        .orElse(List.of());
  }

  private static Optional<Timeline.Entry> entry(MessageEvent event, String id, JobId job) {
    return MessageEventType.named(event.type())
        .flatMap(MessageEventType::handoff)
        .map(state -> entry(event, state, id, job));
  }

  private static Timeline.Entry entry(
      MessageEvent event, HandoffState state, String id, JobId job) {
    String error = event.details().get(EventDetails.ERROR);
    String text =
        state == HandoffState.HANDED_OFF
            ? "notification of message %s was sent by provider %s"
                .formatted(id, event.details().get(EventDetails.PROVIDER_KEY))
            : "message %s is %s".formatted(id, TopicMessageStatus.of(state).word());
    return new Timeline.Entry(
        event.at(),
        state == HandoffState.HANDED_OFF ? Timeline.Kind.NOTIFICATION : Timeline.Kind.MESSAGE,
        error == null ? text : text + ": " + error,
        state.rank() < HandoffState.SENDING.rank() ? null : job);
  }

  private MessageCreator creator() {
    return new MessageCreator(facts, host.require(Topics.class, tenant), host.settings().region());
  }
}
