package dev.waybill.bus.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.bus.binding.InboundEvents;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.TopicEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Publishes entries of a stream to its topic.
final class StreamInbound {

  private static final String MAJOR = "1";

  private final StreamBinding binding;
  private final StreamLink link;
  private final InboundEvents events;

  StreamInbound(StreamBinding binding, StreamLink link, InboundEvents events) {
    this.binding = binding;
    this.link = link;
    this.events = events;
  }

  /// Returns when the entry is stored, as deliveries or as a dead letter. Throws if it must be read
  /// again later.
  void take(StreamEntry entry) {
    if (entry.isOf(binding.group())) {
      return;
    }
    String json = entry.json(binding.option("field"));
    Optional<PublishAnswer.NotPublished> refused = publish(json);
    if (refused.isEmpty()) {
      return;
    }
    if (refused.get().code().isRetryable()) {
      throw refused.get().asException();
    }
    setAside(entry, json, refused.get());
  }

  /// Empty if the event was published.
  Optional<PublishAnswer.NotPublished> publish(String json) {
    Optional<PublishAnswer.NotPublished> version = otherVersion(json);
    return version.isPresent() ? version : events.publish(TopicEvent.of(json));
  }

  /// Warns of another major version, and refuses it if the binding says so. Remembers the event, so
  /// that it is not added to the stream again.
  private Optional<PublishAnswer.NotPublished> otherVersion(String json) {
    Envelope event;
    try {
      event =
          Envelopes.read(TopicEvent.JSON, Map.of(), json.getBytes(StandardCharsets.UTF_8))
              .getFirst();
    } catch (WaybillException unreadable) {
      return Optional.empty(); // publishing says why
    }
    link.know(binding.stream(), event.id());
    String version = event.schemaVersion();
    if (event.kind() != Envelope.Kind.FREE_FOOD_EVENT
        || version == null
        || version.split("\\.", 2)[0].equals(MAJOR)) {
      return Optional.empty();
    }
    String unsupported = "Unsupported schema version: " + Text.quote(version);
    events.warn(unsupported);
    return binding.rejectsOtherVersions()
        ? Optional.of(new PublishAnswer.NotPublished(Code.SCHEMA_VIOLATION, unsupported))
        : Optional.empty();
  }

  /// A payload that is too large for a job is only in the stream of dead letters.
  private void setAside(StreamEntry entry, String json, PublishAnswer.NotPublished refused) {
    if (binding.bound().has("dead")) {
      link.addOnce(
          binding.deadStream(),
          StreamLink.Once.of("entry:" + entry.id()).withMost(DeadEvents.MOST),
          List.of(
              binding.option("field"),
              json,
              "reason",
              InboundEvents.reason(refused),
              StreamEntry.MARK,
              binding.group()));
    }
    events.setAside(entry.id(), json, refused);
  }
}
