package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.FLAG;
import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.optional;

import dev.waybill.ExtendResult;
import dev.waybill.Extended;
import dev.waybill.Refused;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

public final class ExtendResultJson {

  public static final Shape SHAPE =
      Shape.of(
          "ExtendResult",
          "How long the lease is held now, or `error`.",
          optional("remaining", SPAN, "The lease is held for at least this long from now."),
          optional("cancel_requested", FLAG, "The worker should end the job and settle it."),
          RefusedJson.FIELD);

  private ExtendResultJson() {}

  public static ExtendResult read(JsonIn in) {
    var found =
        new Object() {
          Duration remaining = Duration.ZERO;
          boolean cancelRequested;
          @Nullable Refused refused;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "remaining" -> found.remaining = in.span();
            case "cancel_requested" -> found.cancelRequested = in.flag();
            case "error" -> found.refused = RefusedJson.read(in);
            default -> throw in.unread(field);
          }
        });
    return found.refused != null
        ? found.refused
        : new Extended(found.remaining, found.cancelRequested);
  }

  public static void write(JsonOut out, ExtendResult result) {
    switch (result) {
      case Refused refused -> RefusedJson.write(out, refused);
      case Extended extended -> {
        out.span("remaining", extended.remaining());
        out.flag("cancel_requested", extended.cancelRequested());
      }
    }
  }
}
