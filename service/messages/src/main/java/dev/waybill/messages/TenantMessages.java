package dev.waybill.messages;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Timeline;
import dev.waybill.events.envelope.MessageCreated;
import dev.waybill.message.CreatedMessage;
import dev.waybill.message.MessageRecord;
import dev.waybill.message.Messages;
import dev.waybill.message.NewMessage;
import dev.waybill.spi.EventServices;
import java.util.List;
import java.util.Optional;

/// Messages as one tenant sees them.
final class TenantMessages implements Messages {

  private final MessageRecords records;
  private final EventServices events;
  private final String tenant;
  private final String region;

  TenantMessages(MessageRecords records, EventServices events, String tenant, String region) {
    this.records = records;
    this.events = events;
    this.tenant = tenant;
    this.region = region;
  }

  @Override
  public CreatedMessage create(String topic, NewMessage message) {
    return creator(message).create(topic, message);
  }

  @Override
  public Optional<MessageRecord> find(String messageId) {
    return records.find(messageId);
  }

  /// The jobs of a message whose record is written here.
  List<NewJob> expand(String topic, NewMessage message) {
    MessageCreator.Prepared prepared = creator(message).prepare(topic, message);
    List<NewJob> jobs = events.expand(tenant, topic, prepared.event());
    if (!jobs.isEmpty()) {
      records.queued(prepared.messageId());
    }
    return jobs;
  }

  /// What happened to the message that a job carries.
  List<Timeline.Entry> story(Job job) {
    return job.type().equals(MessageCreated.EVENT_TYPE)
        ? CarriedMessage.idIn(job.payload()).map(id -> told(id, job.id())).orElse(List.of())
        : List.of();
  }

  private List<Timeline.Entry> told(String messageId, JobId job) {
    return records.story(messageId, job);
  }

  private MessageCreator creator(NewMessage message) {
    return new MessageCreator(
        records, events.topics(tenant), new MessageCreated.Metadata(region, message.stage()));
  }
}
