package dev.waybill.wire;

import static dev.waybill.wire.Codecs.TIME;
import static dev.waybill.wire.Codecs.word;

import dev.waybill.schedule.Skipped;
import java.time.Instant;

final class SkippedJson {

  private static final Fields<Skipped> FIELDS =
      Fields.of("SkippedSlots", "Slots that did not fire.");
  private static final Slot.Of<Instant> FIRST =
      FIELDS.required("first", TIME, Skipped::first, "The first of them.");
  private static final Slot.Of<Instant> LAST =
      FIELDS.required("last", TIME, Skipped::last, "The last of them.");
  private static final Slot.Whole COUNT = FIELDS.whole("count", Skipped::count, "Number of slots.");
  private static final Slot.Of<Skipped.Reason> REASON =
      FIELDS.required(
          "reason", word(Skipped.Reason.class), Skipped::reason, "Why they did not fire.");
  private static final Slot.Of<String> DETAIL =
      FIELDS.text("detail", Skipped::detail, "Explanation for people.");
  private static final Slot.Of<Instant> AT =
      FIELDS.required("at", TIME, Skipped::at, "When the scheduler decided it.");

  static final Document<Skipped> DOCUMENT =
      FIELDS.make(
          in ->
              new Skipped(
                  in.get(FIRST),
                  in.get(LAST),
                  in.get(COUNT),
                  in.get(REASON),
                  in.get(DETAIL),
                  in.get(AT)));

  private SkippedJson() {}
}
