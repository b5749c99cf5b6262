package dev.waybill.messages;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.schema.BuiltInSchemas;
import dev.waybill.message.CreatedTopicMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.spi.Ledger;
import dev.waybill.topic.PublishAnswer.Published;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import dev.waybill.wire.job.RetryPolicyJson;
import dev.waybill.wire.json.TimeText;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Creates messages: writes the record, publishes the event with its identifiers, and sets the
/// status to `queued`.
///
/// The event is stored with the record, so a repeated call with the same request ID completes the
/// work after a crash: it publishes the same event, and no queue gets it twice. A server that
/// processes messages does the same on startup, see [MessageRepair].
public final class MessageCreator {

  private final MessageRecords records;
  private final Topics topics;
  private final String region;

  /// @param topics the topics of the tenant that owns the records
  /// @param region the region of this deployment, for the events
  public MessageCreator(MessageRecords records, Topics topics, String region) {
    this.records = records;
    this.topics = topics;
    this.region = region;
  }

  public CreatedTopicMessage create(String topic, NewTopicMessage message) {
    Prepared prepared = prepare(topic, message);
    Published published = topics.publish(topic, prepared.event());
    if (!published.deliveries().isEmpty()) {
      records.queued(prepared.messageId());
    }
    return new CreatedTopicMessage(
        prepared.messageId(),
        published.eventId(),
        prepared.correlationId(),
        published.deliveries(),
        prepared.duplicate());
  }

  /// A message with a stored record and an event that is not published yet.
  public record Prepared(
      String messageId, String correlationId, TopicEvent event, boolean duplicate) {}

  /// Writes the record only.
  public Prepared prepare(String topic, NewTopicMessage message) {
    requireJson(message.payload());
    String requestId =
        Objects.requireNonNullElseGet(message.requestId(), () -> UUID.randomUUID().toString());
    String id = DerivedId.of("message", records.tenant(), requestId);
    Instant now = records.now();
    String event = event(id, message, now).toString();
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
      // handled below
    }
    throw new WaybillException(Code.INVALID_ARGUMENT, "the payload of a message must be JSON");
  }

  /// Version 2.0 has delivery options.
  private ObjectNode event(String id, NewTopicMessage message, Instant now) {
    boolean first = message.priority() == null && message.retry() == null;
    ObjectNode event = StoredMessage.JSON.createObjectNode();
    event.put("schema_version", first ? "1.0" : "2.0");
    event.put("event_type", BuiltInSchemas.MESSAGE_CREATED);
    event.put("event_id", DerivedId.of("event", records.tenant(), id));
    event.put("timestamp", TimeText.withMillis(now));
    event.put("source", message.source());
    event.set("message", identifiers(id, message));
    event.putObject("metadata").put("region", region).put("environment", message.stage());
    return event;
  }

  private static ObjectNode identifiers(String id, NewTopicMessage message) {
    ObjectNode names = StoredMessage.JSON.createObjectNode();
    names.put("message_id", id);
    names.put("message_type", message.type());
    names.put("stage", message.stage());
    names.put("created_by", message.createdBy());
    names.put("correlation_id", correlation(id, message));
    if (message.priority() != null) {
      names.put("priority", message.priority().name().toLowerCase(Locale.ROOT));
    }
    if (message.retry() != null) {
      names.set(
          "retry_policy",
          StoredMessage.JSON.readTree(RetryPolicyJson.DOCUMENT.bytes(message.retry())));
    }
    return names;
  }

  private static ObjectNode data(
      String topic, NewTopicMessage message, String correlation, String event) {
    return MessageRecords.data()
        .put(StoredMessage.TYPE, message.type())
        .put(StoredMessage.STAGE, message.stage())
        .put(StoredMessage.CREATED_BY, message.createdBy())
        .put(StoredMessage.CORRELATION_ID, correlation)
        .put(StoredMessage.PAYLOAD, message.payload())
        .put(StoredMessage.TOPIC, topic)
        .put(StoredMessage.EVENT, event);
  }

  private String storedEvent(String id, String topic, NewTopicMessage message) {
    StoredMessage stored = records.load(id);
    if (stored == null || !isSame(stored, topic, message)) {
      throw conflict(message.requestId());
    }
    return stored.event();
  }

  private boolean isSame(StoredMessage stored, String topic, NewTopicMessage message) {
    JsonNode known = StoredMessage.JSON.readTree(stored.event());
    JsonNode asked = event(stored.record().id(), message, Instant.EPOCH);
    return stored.topic().equals(topic)
        && stored.record().payload().equals(message.payload())
        && known.get("source").equals(asked.get("source"))
        && known.get("message").equals(asked.get("message"));
  }

  private static WaybillException conflict(@Nullable String requestId) {
    return new WaybillException(
        Code.REQUEST_ID_CONFLICT,
        "request ID "
            + Text.quote(String.valueOf(requestId))
            + " belongs to another message, or to one that has expired; use a new one");
  }

  private static String correlation(String id, NewTopicMessage message) {
    return Objects.requireNonNullElseGet(
        message.correlationId(), () -> DerivedId.of("correlation", id));
  }
}
