package dev.waybill.events.consume;

import dev.waybill.Payload;
import dev.waybill.events.envelope.AttributeJson;
import dev.waybill.events.envelope.ConsumedEvent;
import dev.waybill.events.envelope.Envelope;
import dev.waybill.topic.Attribute;
import dev.waybill.worker.Task;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// An event that a consumer received.
///
/// This is the event without its wrapper: the message of a notification, the data of a CloudEvent.
public final class ReceivedEvent {

  private final Envelope envelope;
  private final Payload body;
  private final @Nullable String version;
  private final Task task;
  private final InstantSource clock;

  ReceivedEvent(Envelope envelope, ReadableEvent readable, Task task, InstantSource clock) {
    this.envelope = envelope;
    this.body = readable.body();
    this.version = readable.version();
    this.task = task;
    this.clock = clock;
  }

  /// The ID of the event, unique in its topic. Use it to recognize an event that was already
  /// handled.
  public String id() {
    return envelope.id();
  }

  public String type() {
    return envelope.type();
  }

  /// The version of the body as given here; empty if the event has none.
  public Optional<String> version() {
    return Optional.ofNullable(version);
  }

  /// The version that was sent; differs from [#version] if the event was upcast.
  public Optional<String> sentVersion() {
    return Optional.ofNullable(envelope.schemaVersion());
  }

  public Optional<String> source() {
    return Optional.ofNullable(envelope.source());
  }

  public Optional<Instant> time() {
    return Optional.ofNullable(envelope.time());
  }

  /// The subject of the event: the ID of a message, or the subject of a CloudEvent.
  public Optional<String> key() {
    return Optional.ofNullable(envelope.key());
  }

  public Optional<String> correlationId() {
    String own = envelope.correlationId();
    return Optional.ofNullable(own != null ? own : task.job().request().correlationId());
  }

  /// The attributes of the event. In the raw format a queue receives only attributes that are
  /// derived from the body.
  public Map<String, Attribute> attributes() {
    return envelope.attributes();
  }

  /// The text of an attribute.
  public Optional<String> attribute(String name) {
    return Optional.ofNullable(AttributeJson.textOrNull(envelope.attributes().get(name)));
  }

  /// The body, byte for byte as it was sent, unless it was upcast. An event of the bus that failed
  /// before also contains its failures.
  public Payload body() {
    return body;
  }

  public String text() {
    return body.text();
  }

  /// The attempt that handles this event.
  public Task task() {
    return task;
  }

  /// The event as a consumer of the bus sees it, with its retry count.
  public ConsumedEvent consumed() {
    return ConsumedEvent.read(body);
  }

  /// The payload to publish if the program forwards the event after a failure; see
  /// [ConsumedEvent#failed]. Retries are counted without this.
  public Payload failed(String error) {
    return consumed().failed(error, clock.instant());
  }
}
