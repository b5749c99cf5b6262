package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.required;

import dev.waybill.Published;

/// What was stored. A refusal travels as a problem.
public final class PublishResultJson {

  public static final Shape SHAPE =
      Shape.of(
          "PublishResult",
          "The events are durable.",
          required("added", WHOLE, "Events that were new."),
          required("repeated", WHOLE, "Events that were known and left as they are."));

  private PublishResultJson() {}

  public static Published read(JsonIn in) {
    var found =
        new Object() {
          int added;
          int repeated;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "added" -> found.added = in.count();
            case "repeated" -> found.repeated = in.count();
            default -> throw in.unread(field);
          }
        });
    return new Published(found.added, found.repeated);
  }

  public static void write(JsonOut out, Published published) {
    out.number("added", published.added());
    out.number("repeated", published.repeated());
  }
}
