package dev.waybill.events;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Timeline;
import dev.waybill.events.envelope.MessageCreated;
import dev.waybill.events.message.CarriedMessage;
import dev.waybill.events.message.MessageCreator;
import dev.waybill.events.message.MessageRecords;
import dev.waybill.topic.CreatedMessage;
import dev.waybill.topic.MessageRecord;
import dev.waybill.topic.Messages;
import dev.waybill.topic.NewMessage;
import dev.waybill.topic.Topics;
import java.util.List;
import java.util.Optional;

/// Messages as one tenant sees them.
final class TenantMessages implements Messages {

  private final MessageRecords records;
  private final Topics topics;
  private final Publishing publishing;
  private final String region;

  TenantMessages(MessageRecords records, Topics topics, Publishing publishing, String region) {
    this.records = records;
    this.topics = topics;
    this.publishing = publishing;
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
    List<NewJob> jobs = publishing.expand(topic, prepared.event());
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
        records, topics, new MessageCreated.Metadata(region, message.stage()));
  }
}
