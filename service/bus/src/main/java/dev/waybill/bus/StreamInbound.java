package dev.waybill.bus;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.events.envelope.Envelopes;
import dev.waybill.topic.PublishAnswer;
import dev.waybill.topic.TopicEvent;
import dev.waybill.topic.Topics;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Publishes entries of a stream to its topic. An entry that can never be published becomes a job
/// that [InvalidEvents] turns into a dead letter with the reason.
final class StreamInbound {

  static final String JOB_TYPE = "bus_event";

  private static final Logger LOG = System.getLogger(StreamInbound.class.getName());
  private static final String MAJOR = "1";

  private final Binding binding;
  private final StreamLink link;
  private final Waybill waybill;
  private final Topics topics;

  StreamInbound(Binding binding, StreamLink link, Waybill waybill, Topics topics) {
    this.binding = binding;
    this.link = link;
    this.waybill = waybill;
    this.topics = topics;
  }

  /// Returns when the entry is stored, as deliveries or as a dead letter. Throws if it must be read
  /// again later.
  void take(StreamEntry entry) {
    if (entry.isOwn()) {
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
    LOG.log(
        Level.WARNING,
        "entry {0} of the stream {1} cannot be published to the topic {2}: {3}",
        entry.id(),
        binding.stream(),
        binding.topic(),
        reason(refused.get()));
    setAside(entry, json, reason(refused.get()));
  }

  /// Empty if the event was published.
  Optional<PublishAnswer.NotPublished> publish(String json) {
    Optional<PublishAnswer.NotPublished> version = otherVersion(json);
    if (version.isPresent()) {
      return version;
    }
    return switch (answer(json)) {
      case PublishAnswer.Published published -> {
        published.warnings().forEach(this::warn);
        yield Optional.empty();
      }
      case PublishAnswer.NotPublished refused when isKnown(refused) -> Optional.empty();
      case PublishAnswer.NotPublished refused -> Optional.of(refused);
    };
  }

  /// A consumer of the bus puts an event back after a failure, with the same ID and another number
  /// of retries. Each subscription has the event already, with retries of its own.
  private static boolean isKnown(PublishAnswer.NotPublished refused) {
    return refused.code() == Code.REQUEST_ID_CONFLICT;
  }

  /// An unknown topic refuses the whole call.
  private PublishAnswer answer(String json) {
    try {
      return topics.publishAll(binding.topic(), List.of(TopicEvent.of(json))).getFirst();
    } catch (WaybillException refused) {
      if (refused.code().kind() != Code.Kind.CALL) {
        throw refused;
      }
      return new PublishAnswer.NotPublished(refused.code(), String.valueOf(refused.getMessage()));
    }
  }

  private void warn(String warning) {
    LOG.log(Level.WARNING, "an event of the stream {0}: {1}", binding.stream(), warning);
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
    warn(unsupported);
    return binding.rejectsOtherVersions()
        ? Optional.of(new PublishAnswer.NotPublished(Code.SCHEMA_VIOLATION, unsupported))
        : Optional.empty();
  }

  /// A payload that is too large for a job is only in the stream of dead letters.
  private void setAside(StreamEntry entry, String json, String reason) {
    if (binding.has("dead")) {
      link.addOnce(
          binding.deadStream(),
          "entry:" + entry.id(),
          List.of(binding.option("field"), json, "reason", reason, StreamEntry.MARK, "dead"));
    }
    try {
      waybill.enqueue(
          NewJob.builder(JOB_TYPE)
              .queue(binding.invalidQueue())
              .payload(Payload.of(json))
              .requestId("bus/" + binding.stream() + "/" + entry.id())
              .tags("topic:" + binding.topic(), "stream:" + binding.stream())
              .build());
    } catch (WaybillException refused) {
      if (refused.code() != Code.PAYLOAD_TOO_LARGE) {
        throw refused;
      }
      LOG.log(Level.ERROR, "an invalid entry of " + binding + " is too large to be kept", refused);
    }
  }

  static String reason(PublishAnswer.NotPublished refused) {
    return refused.violations().isEmpty()
        ? refused.detail()
        : refused.detail() + " " + refused.violations();
  }
}
