package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.ANY;
import static dev.waybill.wire.Shape.Scalar.BASE64;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.NewEvent;
import dev.waybill.Payload;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

public final class NewEventJson {

  public static final Shape SHAPE =
      Shape.of(
          "NewEvent",
          "Something a worker says while it runs.",
          required("sequence", WHOLE, "Chosen by the worker; grows within one attempt."),
          required("type", TEXT, "What kind of event it is."),
          optional("at", TIME, "When it happened; the time it is stored if left out."),
          optional("data", ANY, "Any JSON value, up to 64 KiB."),
          optional("data_base64", BASE64, "Any bytes; not together with `data`."));

  private NewEventJson() {}

  public static NewEvent read(JsonIn in) {
    var found =
        new Object() {
          long sequence;
          String type = "";
          @Nullable Instant at;
          @Nullable Payload data;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "sequence" -> found.sequence = in.whole(0, Long.MAX_VALUE);
            case "type" -> found.type = in.text();
            case "at" -> found.at = in.time();
            case "data" -> found.data = PayloadFields.once(in, found.data, in.raw());
            case "data_base64" -> found.data = PayloadFields.once(in, found.data, in.base64());
            default -> throw in.unread(field);
          }
        });
    Payload data = found.data == null ? Payload.empty() : found.data;
    return new NewEvent(found.sequence, found.type, found.at, data);
  }

  public static void write(JsonOut out, NewEvent event) {
    out.number("sequence", event.sequence());
    out.text("type", event.type());
    out.time("at", event.at());
    out.payload("data", event.data().size() == 0 ? null : event.data());
  }
}
