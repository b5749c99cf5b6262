package dev.waybill.messages;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import dev.waybill.events.envelope.MessageCreated;
import dev.waybill.message.CreatedMessage;
import dev.waybill.message.NewMessage;
import dev.waybill.spi.Ledger;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/// Makes messages: writes the record, publishes the event with its identifiers, and then says
/// `queued`.
///
/// The event is stored with the record, so that calling again with the same request id repairs what
/// a crash left undone: it publishes the very same event, and no queue gets it twice. A server that
/// processes messages does the same when it starts, see [MessageRepair].
public final class MessageCreator {

  private final MessageRecords records;
  private final Topics topics;
  private final MessageCreated.Metadata metadata;

  /// @param topics of the tenant whose records these are
  /// @param metadata what events say of this deployment
  public MessageCreator(MessageRecords records, Topics topics, MessageCreated.Metadata metadata) {
    this.records = records;
    this.topics = topics;
    this.metadata = metadata;
  }

  public CreatedMessage create(String topic, NewMessage message) {
    Prepared prepared = prepare(topic, message);
    Published published = topics.publish(topic, prepared.event());
    if (!published.deliveries().isEmpty()) {
      records.queued(prepared.messageId());
    }
    return new CreatedMessage(
        prepared.messageId(),
        published.eventId(),
        prepared.correlationId(),
        published.deliveries(),
        prepared.duplicate());
  }

  /// A message whose record is written and whose event is still to be published.
  public record Prepared(
      String messageId, String correlationId, TopicEvent event, boolean duplicate) {}

  /// Writes the record alone.
  public Prepared prepare(String topic, NewMessage message) {
    requireJson(message.payload());
    String requestId =
        Objects.requireNonNullElseGet(message.requestId(), () -> UUID.randomUUID().toString());
    String id = DerivedId.of("message", records.tenant(), requestId);
    Instant now = records.now();
    String event = event(id, message, now).write().text();
    topics.dryRun(topic, TopicEvent.of(event)); // no record of what could never be published
    boolean duplicate =
        records.created(id, now, data(topic, message, correlation(id, message), event))
            == Ledger.Answer.DUPLICATE;
    String stored = duplicate ? storedEvent(id, topic, message) : event;
    return new Prepared(
        id,
        correlation(id, message),
        TopicEvent.of(stored).withTraceContext(message.traceContext()),
        duplicate);
  }

  private static void requireJson(String payload) {
    try {
      if (!StoredMessage.JSON.readTree(payload).isMissingNode()) {
        return;
      }
    } catch (JacksonException malformed) {
      // answered below
    }
    throw new WaybillException(Code.INVALID_ARGUMENT, "the payload of a message must be JSON");
  }

  private MessageCreated event(String id, NewMessage message, Instant now) {
    boolean first = message.priority() == null && message.retry() == null;
    return new MessageCreated(
        first ? MessageCreated.VERSION_1 : MessageCreated.VERSION_2,
        DerivedId.of("event", records.tenant(), id),
        now,
        message.source(),
        new MessageCreated.Message(
            id, message.type(), message.stage(), message.createdBy(), correlation(id, message)),
        metadata,
        message.priority(),
        message.retry());
  }

  private static ObjectNode data(
      String topic, NewMessage message, String correlation, String event) {
    return MessageRecords.data()
        .put(StoredMessage.TYPE, message.type())
        .put(StoredMessage.STAGE, message.stage())
        .put(StoredMessage.CREATED_BY, message.createdBy())
        .put(StoredMessage.CORRELATION_ID, correlation)
        .put(StoredMessage.PAYLOAD, message.payload())
        .put(StoredMessage.TOPIC, topic)
        .put(StoredMessage.EVENT, event);
  }

  private String storedEvent(String id, String topic, NewMessage message) {
    StoredMessage stored = records.load(id);
    if (stored == null || !isSame(stored, topic, message)) {
      throw conflict(message.requestId());
    }
    return stored.event();
  }

  private boolean isSame(StoredMessage stored, String topic, NewMessage message) {
    MessageCreated known = MessageCreated.read(Payload.of(stored.event())).event();
    MessageCreated asked = event(stored.record().id(), message, known.timestamp());
    return stored.topic().equals(topic)
        && stored.record().payload().equals(message.payload())
        && known.source().equals(asked.source())
        && known.message().equals(asked.message())
        && known.priority() == asked.priority()
        && Objects.equals(known.retryPolicy(), asked.retryPolicy());
  }

  private static WaybillException conflict(@Nullable String requestId) {
    return new WaybillException(
        Code.REQUEST_ID_CONFLICT,
        "the request id "
            + Text.quote(String.valueOf(requestId))
            + " belongs to another message, or to one that has expired; use a new one");
  }

  private static String correlation(String id, NewMessage message) {
    return Objects.requireNonNullElseGet(
        message.correlationId(), () -> DerivedId.of("correlation", id));
  }
}
