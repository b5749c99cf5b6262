package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.optional;
import static dev.waybill.wire.Shape.required;

import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.ScheduleLimits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

final class CatchUpJson {

  static final Shape SHAPE =
      Shape.of(
          "CatchUp",
          "What becomes of slots that passed while no server was there.",
          required("mode", Shape.Words.of(CatchUp.Mode.class), "Which of them are fired."),
          optional("max", WHOLE, "How many at most, the latest ones, up to 1000; for `all` 1000."),
          optional("window", SPAN, "Older ones are left out, up to PT168H; PT1H."));

  private CatchUpJson() {}

  static CatchUp read(JsonIn in) {
    var found =
        new Object() {
          CatchUp.Mode mode = CatchUp.Mode.NONE;
          @Nullable Integer max;
          @Nullable Duration window;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "mode" -> found.mode = in.word(CatchUp.Mode.class);
            case "max" -> found.max = (int) in.whole(0, ScheduleLimits.CAUGHT_UP);
            case "window" -> found.window = in.span();
            default -> throw in.unread(field);
          }
        });
    CatchUp usual = usual(found.mode);
    return in.checked(
        () ->
            new CatchUp(
                found.mode,
                found.max == null ? usual.max() : found.max,
                found.window == null ? usual.window() : found.window));
  }

  private static CatchUp usual(CatchUp.Mode mode) {
    return switch (mode) {
      case NONE -> CatchUp.none();
      case LAST -> CatchUp.DEFAULT;
      case ALL -> CatchUp.all(ScheduleLimits.CAUGHT_UP, CatchUp.DEFAULT.window());
    };
  }

  static void write(JsonOut out, CatchUp policy) {
    out.word("mode", policy.mode());
    CatchUp usual = usual(policy.mode());
    if (policy.max() != usual.max() || policy.mode() == CatchUp.Mode.ALL) {
      out.number("max", policy.max());
    }
    if (policy.mode() != CatchUp.Mode.NONE || !policy.window().isZero()) {
      out.span("window", policy.window());
    }
  }
}
