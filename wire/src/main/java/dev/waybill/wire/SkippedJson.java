package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.Scalar.WHOLE;
import static dev.waybill.wire.Shape.required;

import dev.waybill.schedule.Skipped;
import dev.waybill.schedule.Skipped.Reason;
import java.time.Instant;

final class SkippedJson {

  static final Shape SHAPE =
      Shape.of(
          "SkippedSlots",
          "Slots that did not fire.",
          required("first", TIME, "The first of them."),
          required("last", TIME, "The last of them."),
          required("count", WHOLE, "How many there are."),
          required("reason", Shape.Words.of(Reason.class), "Why they did not fire."),
          required("detail", TEXT, "The same in words."),
          required("at", TIME, "When that was decided."));

  private SkippedJson() {}

  static Skipped read(JsonIn in) {
    var found =
        new Object() {
          Instant first = Instant.EPOCH;
          Instant last = Instant.EPOCH;
          long count;
          Reason reason = Reason.MISSED;
          String detail = "";
          Instant at = Instant.EPOCH;
        };
    in.object(
        SHAPE,
        field -> {
          switch (field) {
            case "first" -> found.first = in.time();
            case "last" -> found.last = in.time();
            case "count" -> found.count = in.whole(0, Long.MAX_VALUE);
            case "reason" -> found.reason = in.word(Reason.class);
            case "detail" -> found.detail = in.text();
            case "at" -> found.at = in.time();
            default -> throw in.unread(field);
          }
        });
    return new Skipped(found.first, found.last, found.count, found.reason, found.detail, found.at);
  }

  static void write(JsonOut out, Skipped skipped) {
    out.time("first", skipped.first());
    out.time("last", skipped.last());
    out.number("count", skipped.count());
    out.word("reason", skipped.reason());
    out.text("detail", skipped.detail());
    out.time("at", skipped.at());
  }
}
