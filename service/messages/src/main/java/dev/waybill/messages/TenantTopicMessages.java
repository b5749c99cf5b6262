package dev.waybill.messages;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Timeline;
import dev.waybill.events.schema.BuiltInSchemas;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.message.TopicMessages;
import dev.waybill.service.EventExpansion;
import dev.waybill.service.MessageExpansion;
import dev.waybill.service.ServiceHost;
import dev.waybill.topic.Topics;
import java.util.List;

/// The messages of one tenant.
final class TenantTopicMessages implements TopicMessages, MessageExpansion {

  private final MessageRecords records;
  private final ServiceHost host;
  private final String tenant;

  TenantTopicMessages(MessageRecords records, ServiceHost host, String tenant) {
    this.records = records;
    this.host = host;
    this.tenant = tenant;
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
      records.queued(prepared.messageId());
    }
    return jobs;
  }

  /// The timeline of the message that a job carries.
  List<Timeline.Entry> timeline(Job job) {
    return job.type().equals(BuiltInSchemas.MESSAGE_CREATED)
        ? CarriedMessage.idIn(job.payload()).map(id -> told(id, job.id())).orElse(List.of())
        : List.of();
  }

  private List<Timeline.Entry> told(String messageId, JobId job) {
    return records.timeline(messageId, job);
  }

  private MessageCreator creator() {
    return new MessageCreator(
        records, host.require(Topics.class, tenant), host.settings().region());
  }
}
