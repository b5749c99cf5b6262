package dev.waybill.wire.schedule;

import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.count;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.schedule.CatchUp;
import dev.waybill.schedule.ScheduleLimits;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import java.time.Duration;

final class CatchUpJson {

  private static final Fields<CatchUp> FIELDS =
      Fields.of("CatchUp", "What to do with slots that passed while no server ran.");
  private static final Slot.Of<CatchUp.Mode> MODE =
      FIELDS.required("mode", word(CatchUp.Mode.class), CatchUp::mode, "Which slots fire.");
  private static final Slot.Maybe<Integer> MAX =
      FIELDS.optional(
          "max",
          count(0, ScheduleLimits.CAUGHT_UP),
          CatchUpJson::max,
          "Maximum number, the latest ones, up to 1000; default 1000 for `all`.");
  private static final Slot.Maybe<Duration> WINDOW =
      FIELDS.optional(
          "window",
          SPAN,
          CatchUpJson::window,
          "Older slots are skipped, up to PT168H; default PT1H.");

  static final Document<CatchUp> DOCUMENT = FIELDS.make(CatchUpJson::policy);

  private CatchUpJson() {}

  private static CatchUp policy(Values in) {
    CatchUp usual = usual(in.get(MODE));
    return new CatchUp(usual.mode(), in.get(MAX, usual.max()), in.get(WINDOW, usual.window()));
  }

  private static CatchUp usual(CatchUp.Mode mode) {
    return switch (mode) {
      case NONE -> CatchUp.none();
      case LAST -> CatchUp.DEFAULT;
      case ALL -> CatchUp.all(ScheduleLimits.CAUGHT_UP, CatchUp.DEFAULT.window());
    };
  }

  private static @org.jspecify.annotations.Nullable Integer max(CatchUp policy) {
    boolean isUsual = policy.max() == usual(policy.mode()).max();
    return isUsual && policy.mode() != CatchUp.Mode.ALL ? null : policy.max();
  }

  private static @org.jspecify.annotations.Nullable Duration window(CatchUp policy) {
    boolean isUnused = policy.mode() == CatchUp.Mode.NONE && policy.window().isZero();
    return isUnused ? null : policy.window();
  }
}
