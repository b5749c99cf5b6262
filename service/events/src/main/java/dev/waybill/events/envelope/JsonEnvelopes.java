package dev.waybill.events.envelope;

import dev.waybill.Payload;
import dev.waybill.topic.Attribute;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Detects the envelope of a JSON object and reads it.
final class JsonEnvelopes {

  private final Defaults defaults;
  private final @Nullable String trace;
  private final @Nullable SnsNotification notification;
  private final @Nullable Payload wrapper;
  private final boolean consuming;

  private JsonEnvelopes(
      Defaults defaults,
      @Nullable String trace,
      @Nullable SnsNotification notification,
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

  /// Reads the payload of a job. It has no content type, so it may also be a CloudEvent.
  static Envelope consumed(byte[] body, Defaults defaults) {
    return new JsonEnvelopes(defaults, null, null, null, true)
        .opened(body, StrictJson.objectAround(body));
  }

  private Envelope opened(byte[] body, ObjectNode tree) {
    if (!SnsNotification.isOne(tree)) {
      return event(body, tree);
    }
    SnsNotification around = SnsNotification.of(tree);
    JsonEnvelopes reading =
        new JsonEnvelopes(defaults, trace, around, Payload.wrap(body), consuming);
    if (!around.message().startsWith("{")) {
      return reading.plain(around.bytes(), null);
    }
    byte[] inner = around.bytes();
    return around.inside(inner, event -> reading.wrapped(inner, event));
  }

  /// Returns null if the value follows neither of our envelopes.
  static @Nullable Envelope oneOfOurs(byte[] json, @Nullable String trace) {
    if (!(StrictJson.value(json) instanceof ObjectNode tree)) {
      return null;
    }
    return KnownKind.of(tree) == null
        ? null
        : new JsonEnvelopes(Defaults.NONE, trace, null, null, false).event(json, tree);
  }

  private Envelope wrapped(byte[] body, ObjectNode tree) {
    Invalid.check(
        !SnsNotification.isOne(tree),
        "/Type",
        "is a notification inside a notification; unwrap it");
    return event(body, tree);
  }

  private Envelope event(byte[] body, ObjectNode tree) {
    if (consuming && CloudEventEnvelopes.looksLikeOne(tree)) {
      return cloudEvent(CloudEventJson.event(body, tree), tree.get("data"));
    }
    KnownKind kind = KnownKind.of(tree);
    return kind == null ? plain(body, tree) : known(kind, body, tree);
  }

  /// The data of a CloudEvent, read as our envelope if it is one.
  private Envelope cloudEvent(CloudEvent event, @Nullable JsonNode tree) {
    CloudEvent.Data data = event.data();
    if (data == null || data.form() != CloudEvent.Form.JSON) {
      return otherCloudEvent(event, null);
    }
    if (!(tree instanceof ObjectNode object) || KnownKind.of(object) == null) {
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

  /// Requires only the fields that identify the event; the schema of its version checks the rest.
  private Envelope known(KnownKind kind, byte[] body, ObjectNode tree) {
    kind.checkSize(body);
    ObjectFields fields = kind.fields(tree);
    Envelope.Draft draft =
        draft(kind.kind(), fields.text("event_id"), kind.type().name(), body)
            .source(fields.text("source"))
            .time(fields.optionalTime(kind.timeField()))
            .schemaVersion(fields.text("schema_version"))
            .attributes(given(kind.attributes(tree)))
            .content(tree);
    Envelope event =
        kind.equals(KnownKind.MESSAGE_CREATED)
            ? about(draft, fields.object("message"))
            : draft.build();
    kind.checkRules(tree);
    return event;
  }

  private static Envelope about(Envelope.Draft draft, ObjectFields message) {
    Envelope event =
        draft
            .key(message.text("message_id"))
            .correlationId(message.optionalText("correlation_id"))
            .build();
    MessageDelivery.of(event); // refuses an unreadable delivery
    return event;
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

  private Envelope.Draft draft(Envelope.Kind kind, String id, String type, byte[] body) {
    Envelope.Mode mode = wrapper == null ? Envelope.Mode.BARE : Envelope.Mode.NOTIFICATION;
    return new Envelope.Draft(kind, mode, id, type, Payload.wrap(body))
        .wrapper(wrapper)
        .traceparent(trace);
  }

  /// Values of the notification take precedence over values of the body.
  private Map<String, Attribute> given(Map<String, Attribute> derived) {
    if (notification == null) {
      return derived;
    }
    Map<String, Attribute> all = new LinkedHashMap<>(derived);
    all.putAll(notification.attributes());
    return all;
  }
}
