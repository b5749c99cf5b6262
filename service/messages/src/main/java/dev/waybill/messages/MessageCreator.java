package dev.waybill.messages;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.MessageEventType;
import dev.waybill.message.NewMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.messages.record.MessageFacts;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/// Creates messages on topics: stores the message, publishes the event with its identifiers, and
/// records that the message is queued.
///
/// The event follows from the stored message, so a repeated call with the same request ID completes
/// the work after a crash: it publishes the same event, and no queue gets it twice. A server that
/// processes messages does the same on startup, see [MessageRepair].
final class MessageCreator {

  private final MessageFacts facts;
  private final Topics topics;
  private final String region;

  /// @param topics the topics of the tenant of the facts
  /// @param region the region of this deployment, for the events
  MessageCreator(MessageFacts facts, Topics topics, String region) {
    this.facts = facts;
    this.topics = topics;
    this.region = region;
  }

  CreatedTopicMessage create(String topic, NewTopicMessage message) {
    Prepared prepared = prepare(topic, message);
    Published published = publish(prepared.stored(), prepared.event());
    return new CreatedTopicMessage(
        prepared.messageId(),
        published.eventId(),
        prepared.correlationId(),
        published.deliveries(),
        prepared.duplicate());
  }

  Published publish(MessageOnTopic stored) {
    return publish(stored, event(stored));
  }

  /// Publishes the event; the message is queued if a queue has it.
  private Published publish(MessageOnTopic stored, TopicEvent event) {
    Published published = topics.publish(stored.message().recipient(), event);
    if (!published.deliveries().isEmpty()) {
      queued(stored.id());
    }
    return published;
  }

  void queued(String messageId) {
    facts.record(facts.event(messageId, 1, MessageEventType.MESSAGE_QUEUED, Map.of()));
  }

  /// A message that is stored, and its event that is not published yet.
  record Prepared(MessageOnTopic stored, TopicEvent event, boolean duplicate) {

    String messageId() {
      return stored.id();
    }

    String correlationId() {
      return String.valueOf(stored.message().correlationId());
    }
  }

  /// Stores the message only.
  Prepared prepare(String topic, NewTopicMessage message) {
    String key =
        Objects.requireNonNullElseGet(message.requestId(), () -> UUID.randomUUID().toString());
    String id = DerivedId.of("message", facts.tenant(), key);
    String correlation =
        Objects.requireNonNullElseGet(
            message.correlationId(), () -> DerivedId.of("correlation", id));
    NewMessage asked = MessageOnTopic.stored(topic, message.withCorrelationId(correlation), region);
    // no message whose event could never be published
    topics.dryRun(topic, event(new MessageOnTopic(id, asked, facts.now())));
    boolean duplicate = facts.create(Map.of(id, asked)).isEmpty();
    MessageOnTopic stored =
        facts
            .find(id)
            .map(MessageOnTopic::of)
            .filter(known -> known.isSame(asked))
            .orElseThrow(() -> conflict(key));
    return new Prepared(stored, event(stored).withTraceContext(message.traceContext()), duplicate);
  }

  private TopicEvent event(MessageOnTopic message) {
    return message.event(facts.tenant());
  }

  private static WaybillException conflict(String requestId) {
    return new WaybillException(
        Code.REQUEST_ID_CONFLICT,
        "request ID "
            + Text.quote(requestId)
            + " belongs to another message, or to one that has expired; use a new one");
  }
}
