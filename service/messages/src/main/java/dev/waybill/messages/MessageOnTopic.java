package dev.waybill.messages;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.events.jsonschema.JsonTrees;
import dev.waybill.events.schema.BuiltInSchemas;
import dev.waybill.message.MessageMetadata;
import dev.waybill.message.NewMessage;
import dev.waybill.message.NewTopicMessage;
import dev.waybill.message.TopicMessage;
import dev.waybill.messages.record.RecordedMessage;
import dev.waybill.topic.TopicEvent;
import dev.waybill.wire.job.RetryPolicyJson;
import dev.waybill.wire.json.JsonOut;
import dev.waybill.wire.json.TimeText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A message on a topic as the message service stores it, and the `message_created` event that
/// follows from it. See [TopicMessage] for the parts of the message.
///
/// @param createdAt the time of the event
record MessageOnTopic(String id, NewMessage message, Instant createdAt) {

  private static final String SOURCE = "source";
  private static final String REGION = "region";
  private static final String PRIORITY = "priority";
  private static final String RETRY = "retry_policy";

  /// @throws WaybillException if the payload is not JSON
  static NewMessage stored(String topic, NewTopicMessage message, String region) {
    requireJson(message.payload());
    Map<String, String> labels = new TreeMap<>();
    labels.put(SOURCE, message.source());
    labels.put(REGION, region);
    labels.put(TopicMessage.STAGE, message.stage());
    labels.put(TopicMessage.CREATED_BY, message.createdBy());
    if (message.priority() != null) {
      labels.put(PRIORITY, message.priority().name().toLowerCase(Locale.ROOT));
    }
    if (message.retry() != null) {
      byte[] retry = RetryPolicyJson.DOCUMENT.bytes(message.retry());
      labels.put(RETRY, new String(retry, StandardCharsets.UTF_8));
    }
    return NewMessage.builder(TopicMessage.CHANNEL, topic)
        .subject(message.type())
        .text(message.payload())
        .metadata(MessageMetadata.of(Set.of(), null, labels))
        .requestId(message.requestId())
        .correlationId(message.correlationId())
        .build();
  }

  private static void requireJson(String payload) {
    try {
      if (!JsonTrees.readEvent(payload).isMissingNode()) {
        return;
      }
    } catch (WaybillException malformed) {
      // refused below
    }
    throw new WaybillException(Code.INVALID_ARGUMENT, "the payload of a message must be JSON");
  }

  /// Null if the message is erased.
  static @Nullable MessageOnTopic of(RecordedMessage recorded) {
    NewMessage request = recorded.request();
    return request == null
        ? null
        : new MessageOnTopic(recorded.id(), request, recorded.createdAt());
  }

  /// Whether somebody asked for the same message; another server may be in another region.
  boolean isSame(NewMessage asked) {
    return withoutRegion(message).equals(withoutRegion(asked));
  }

  private static NewMessage withoutRegion(NewMessage message) {
    Map<String, String> labels = new TreeMap<>(message.metadata().labels());
    labels.remove(REGION);
    return message.toBuilder().metadata(MessageMetadata.of(Set.of(), null, labels)).build();
  }

  /// The same for each call. Version 2.0 has delivery options.
  TopicEvent event(String tenant) {
    boolean first = label(PRIORITY) == null && label(RETRY) == null;
    byte[] json =
        JsonOut.write(
            out -> {
              out.text("schema_version", first ? "1.0" : "2.0");
              out.text("event_type", BuiltInSchemas.MESSAGE_CREATED);
              out.text("event_id", DerivedId.of("event", tenant, id));
              out.text("timestamp", TimeText.withMillis(createdAt));
              out.text("source", label(SOURCE));
              out.object("message", this::identifiers);
              out.object("metadata", this::metadata);
            });
    return TopicEvent.of(new String(json, StandardCharsets.UTF_8));
  }

  private void identifiers(JsonOut out) {
    out.text("message_id", id);
    out.text("message_type", message.subject());
    out.text("stage", label(TopicMessage.STAGE));
    out.text("created_by", label(TopicMessage.CREATED_BY));
    out.text("correlation_id", message.correlationId());
    out.text("priority", label(PRIORITY));
    String retry = label(RETRY);
    if (retry != null) {
      out.raw("retry_policy", retry);
    }
  }

  private void metadata(JsonOut out) {
    out.text("region", label(REGION));
    out.text("environment", label(TopicMessage.STAGE));
  }

  private @Nullable String label(String name) {
    return message.metadata().labels().get(name);
  }
}
