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

/// An event in the hands of the program that it was sent to.
///
/// However it travelled, this is the event itself: of a notification its message, of a CloudEvent
/// its data.
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

  /// The id of the event. The same in a topic is the same event, so it is what to remember where
  /// work must not be done twice.
  public String id() {
    return envelope.id();
  }

  public String type() {
    return envelope.type();
  }

  /// The version of the body as it is given here; empty where the event does not say one.
  public Optional<String> version() {
    return Optional.ofNullable(version);
  }

  /// The version that was sent; differs from [#version] where the event was upcast.
  public Optional<String> sentVersion() {
    return Optional.ofNullable(envelope.schemaVersion());
  }

  public Optional<String> source() {
    return Optional.ofNullable(envelope.source());
  }

  /// When it happened.
  public Optional<Instant> time() {
    return Optional.ofNullable(envelope.time());
  }

  /// What the event is about: the id of a message, or the subject.
  public Optional<String> key() {
    return Optional.ofNullable(envelope.key());
  }

  /// What everything that belongs together carries.
  public Optional<String> correlationId() {
    String own = envelope.correlationId();
    return Optional.ofNullable(own != null ? own : task.job().request().correlationId());
  }

  /// What is said beside the body. A queue that gets events raw gets only what follows from them.
  public Map<String, Attribute> attributes() {
    return envelope.attributes();
  }

  /// The text of an attribute.
  public Optional<String> attribute(String name) {
    return Optional.ofNullable(AttributeJson.textOrNull(envelope.attributes().get(name)));
  }

  /// The body, byte for byte as it was sent, unless it was upcast. An event of the bus that failed
  /// before has its failures in it, and every other byte as it was sent.
  public Payload body() {
    return body;
  }

  /// The body as text.
  public String text() {
    return body.text();
  }

  /// The attempt that this event is handled in.
  public Task task() {
    return task;
  }

  /// The event as a consumer of the bus sees it: its model, and the count of its retries.
  public ConsumedEvent consumed() {
    return ConsumedEvent.read(body);
  }

  /// What to publish where the program passes the event on after a failure; see
  /// [ConsumedEvent#failed]. A failure that leads to a retry is counted without this.
  public Payload failed(String error) {
    return consumed().failed(error, clock.instant());
  }
}
