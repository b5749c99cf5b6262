package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Tells from a JSON object which envelope it is, and reads it by the rules of that one.
final class JsonEnvelopes {

  private final Defaults defaults;
  private final @Nullable String trace;
  private final @Nullable Notification notification;
  private final @Nullable Payload wrapper;
  private final boolean consuming;

  private JsonEnvelopes(
      Defaults defaults,
      @Nullable String trace,
      @Nullable Notification notification,
      @Nullable Payload wrapper,
      boolean consuming) {
    this.defaults = defaults;
    this.trace = trace;
    this.notification = notification;
    this.wrapper = wrapper;
    this.consuming = consuming;
  }

  static Envelope read(byte[] body, Defaults defaults, @Nullable String trace) {
    return new JsonEnvelopes(defaults, trace, null, null, false)
        .opened(body, StrictJson.object(body));
  }

  /// What a consumer got, which no content type comes with: it may be a CloudEvent, too.
  static Envelope consumed(byte[] body, Defaults defaults) {
    return new JsonEnvelopes(defaults, null, null, null, true)
        .opened(body, StrictJson.objectAround(body));
  }

  private Envelope opened(byte[] body, ObjectNode tree) {
    if (!Notification.isOne(tree)) {
      return event(body, tree);
    }
    Notification around = Notification.of(tree);
    JsonEnvelopes reading =
        new JsonEnvelopes(defaults, trace, around, Payload.wrap(body), consuming);
    if (!around.message().startsWith("{")) {
      return reading.plain(around.bytes(), null);
    }
    byte[] inner = around.bytes();
    return around.inside(inner, event -> reading.wrapped(inner, event));
  }

  /// Null where the value follows neither of our envelopes.
  static @Nullable Envelope oneOfOurs(byte[] json, @Nullable String trace) {
    if (!(StrictJson.value(json) instanceof ObjectNode tree)) {
      return null;
    }
    return isOurs(tree)
        ? new JsonEnvelopes(Defaults.NONE, trace, null, null, false).event(json, tree)
        : null;
  }

  private static boolean isOurs(ObjectNode tree) {
    return MessageCreatedJson.isOne(tree) || FreeFoodEventJson.isOne(tree);
  }

  private Envelope wrapped(byte[] body, ObjectNode tree) {
    Invalid.check(
        !Notification.isOne(tree), "/Type", "is a notification inside a notification; unwrap it");
    return event(body, tree);
  }

  private Envelope event(byte[] body, ObjectNode tree) {
    if (consuming && CloudEventEnvelopes.looksLikeOne(tree)) {
      return cloudEvent(CloudEventJson.event(body, tree), tree.get("data"));
    }
    if (MessageCreatedJson.isOne(tree)) {
      return messageCreated(body, tree);
    }
    if (FreeFoodEventJson.isOne(tree)) {
      return freeFoodEvent(body, tree);
    }
    return plain(body, tree);
  }

  /// The data of a CloudEvent, by its own rules where it is one of our envelopes.
  private Envelope cloudEvent(CloudEvent event, @Nullable JsonNode tree) {
    CloudEvent.Data data = event.data();
    if (data == null || data.form() != CloudEvent.Form.JSON) {
      return otherCloudEvent(event, null);
    }
    if (!(tree instanceof ObjectNode object) || !isOurs(object)) {
      return otherCloudEvent(event, tree);
    }
    Envelope inside = event(data.bytes().bytesWithoutCopy(), object);
    CloudEventMapping.agree(event, inside);
    return CloudEventEnvelopes.around(inside, event);
  }

  private Envelope otherCloudEvent(CloudEvent event, @Nullable JsonNode content) {
    return CloudEventEnvelopes.consumed(event, content)
        .wrapper(wrapper)
        .attributes(given(event.attributes()))
        .build();
  }

  /// A version that is not known here is let through with what identifies it: whoever processes it
  /// decides.
  private Envelope messageCreated(byte[] body, ObjectNode tree) {
    MessageCreatedJson.checkSize(body);
    Fields fields = MessageCreatedJson.fields(tree);
    String version = fields.text("schema_version");
    if (MessageCreated.supports(version)) {
      MessageCreatedJson.read(tree);
    }
    Fields message = fields.object("message");
    String type = MessageCreated.EVENT_TYPE;
    return draft(Envelope.Kind.MESSAGE_CREATED, fields.text("event_id"), type, body)
        .source(fields.text("source"))
        .time(fields.optionalTime("timestamp"))
        .schemaVersion(version)
        .key(message.text("message_id"))
        .correlationId(message.optionalText("correlation_id"))
        .attributes(given(MessageCreatedJson.attributes(fields, message)))
        .content(tree)
        .build();
  }

  /// The rules of 1.0 hold for 1.0 and its patches. Later versions may rename fields.
  private Envelope freeFoodEvent(byte[] body, ObjectNode tree) {
    Fields fields = FreeFoodEventJson.fields(tree);
    String version = fields.text("schema_version");
    VersionCheck.requireSemantic(version);
    if (version.startsWith("1.0.")) {
      FreeFoodEventJson.read(tree);
    }
    if (version.equals(FreeFoodEvent.VERSION) && !consuming) {
      FreeFoodEventJson.refuseNewFields(tree);
    }
    String source = fields.text("source");
    return draft(Envelope.Kind.FREE_FOOD_EVENT, fields.text("event_id"), FreeFoodEvent.TYPE, body)
        .source(source)
        .time(fields.optionalTime("published_at"))
        .schemaVersion(version)
        .attributes(given(FreeFoodEventJson.attributes(source)))
        .content(tree)
        .build();
  }

  private Envelope plain(byte[] body, @Nullable ObjectNode tree) {
    PlainFields said = new PlainFields(tree, notification, defaults);
    return draft(Envelope.Kind.PLAIN, said.id(), said.type(), body)
        .source(said.source())
        .time(said.time())
        .schemaVersion(said.schemaVersion())
        .key(said.key())
        .correlationId(said.correlationId())
        .attributes(given(Map.of()))
        .content(tree)
        .build();
  }

  private EnvelopeDraft draft(Envelope.Kind kind, String id, String type, byte[] body) {
    Envelope.Mode mode = wrapper == null ? Envelope.Mode.BARE : Envelope.Mode.NOTIFICATION;
    return new EnvelopeDraft(kind, mode, id, type, Payload.wrap(body))
        .wrapper(wrapper)
        .traceparent(trace);
  }

  /// What the notification says goes before what follows from the body.
  private Map<String, Attribute> given(Map<String, Attribute> derived) {
    if (notification == null) {
      return derived;
    }
    Map<String, Attribute> all = new LinkedHashMap<>(derived);
    all.putAll(notification.attributes());
    return all;
  }
}
