package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.BASE64;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Payload;
import dev.waybill.schedule.Action;
import dev.waybill.topic.Attribute;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a schedule does: an object with one field, named after the kind of action.
final class ActionJson {

  private static final Shape EVENT =
      Shape.of(
          "ScheduledEvent",
          "An event that is published in each slot.",
          required("topic", TEXT, "Where it is published."),
          required("type", TEXT, "What kind of event it is."),
          optional("body", ANY, "A JSON object; `{}`."),
          optional("body_base64", BASE64, "The same in base64; not together with `body`."),
          AttributesJson.FIELD);

  static final Shape SHAPE =
      Shape.of(
          "ScheduleAction",
          "What is done in each slot; one of these.",
          optional(
              "job",
              new Shape.Part(NewJobJson.SHAPE),
              "Start a job; without `request_id`, `trace_context`, `delay`, `run_at`, `deadline`."),
          optional("event", new Shape.Part(EVENT), "Publish an event."));

  private ActionJson() {}

  static Action read(JsonIn in) {
    var found =
        new Object() {
          @Nullable Action action;
        };
    in.object(
        SHAPE,
        field -> {
          if (found.action != null) {
            throw in.error("duplicate_field", "a schedule does one thing: `job` or `event`");
          }
          found.action = one(in, field);
        });
    if (found.action == null) {
      throw in.error("missing_field", "say what to do: `job` or `event`");
    }
    return found.action;
  }

  private static Action one(JsonIn in, String field) {
    return switch (field) {
      case "job" -> new Action.StartJob(NewJobJson.read(in));
      case "event" -> event(in);
      default -> throw in.unread(field);
    };
  }

  private static Action event(JsonIn in) {
    var found =
        new Object() {
          String topic = "";
          String type = "";
          @Nullable Payload body;
          Map<String, Attribute> attributes = Map.of();
        };
    in.object(
        EVENT,
        field -> {
          switch (field) {
            case "topic" -> found.topic = in.text();
            case "type" -> found.type = in.text();
            case "body" -> found.body = PayloadFields.once(in, found.body, in.raw());
            case "body_base64" -> found.body = PayloadFields.once(in, found.body, in.base64());
            case "attributes" -> found.attributes = AttributesJson.read(in);
            default -> throw in.unread(field);
          }
        });
    Payload body = found.body == null ? Payload.of("{}") : found.body;
    return new Action.PublishEvent(found.topic, found.type, body, found.attributes);
  }

  static void write(JsonOut out, Action action) {
    switch (action) {
      case Action.StartJob start ->
          out.object("job", fields -> NewJobJson.write(fields, start.template()));
      case Action.PublishEvent event -> out.object("event", fields -> write(fields, event));
    }
  }

  private static void write(JsonOut out, Action.PublishEvent event) {
    out.text("topic", event.topic());
    out.text("type", event.type());
    out.payload("body", event.body());
    AttributesJson.write(out, new TreeMap<>(event.attributes()));
  }
}
