package dev.waybill.wire.schedule;

import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.WHOLE;
import static dev.waybill.wire.json.Codecs.as;
import static dev.waybill.wire.json.Codecs.map;
import static dev.waybill.wire.json.Codecs.word;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.schedule.Skipped;
import dev.waybill.wire.json.Codec;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.EnumWords;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class SkippedJson {

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
      FIELDS.required("at", TIME, Skipped::at, "When they were skipped.");

  public static final Document<Skipped> DOCUMENT =
      FIELDS.make(
          in ->
              new Skipped(
                  in.get(FIRST),
                  in.get(LAST),
                  in.get(COUNT),
                  in.get(REASON),
                  in.get(DETAIL),
                  in.get(AT)));

  /// The number of slots by reason.
  public static final Codec<Map<Skipped.Reason, Long>> COUNTS =
      as(map(WHOLE, Skipped.Reason.values().length), SkippedJson::byReason, SkippedJson::byWord);

  private SkippedJson() {}

  private static Map<Skipped.Reason, Long> byReason(Map<String, Long> counts) {
    Map<Skipped.Reason, Long> read = new EnumMap<>(Skipped.Reason.class);
    counts.forEach((word, count) -> read.put(reason(word), count));
    return read;
  }

  private static Skipped.Reason reason(String word) {
    int index = EnumWords.of(Skipped.Reason.class).indexOf(word);
    if (index < 0) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "unknown reason " + Text.quote(word));
    }
    return List.of(Skipped.Reason.values()).get(index);
  }

  /// In the order of the reasons.
  private static Map<String, Long> byWord(Map<Skipped.Reason, Long> counts) {
    Map<String, Long> written = new LinkedHashMap<>();
    for (Skipped.Reason reason : Skipped.Reason.values()) {
      Long count = counts.get(reason);
      if (count != null) {
        written.put(EnumWords.of(reason), count);
      }
    }
    return written;
  }
}
