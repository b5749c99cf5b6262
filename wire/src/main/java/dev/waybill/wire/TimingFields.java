package dev.waybill.wire;

import static dev.waybill.wire.Shape.Scalar.SPAN;
import static dev.waybill.wire.Shape.Scalar.TEXT;
import static dev.waybill.wire.Shape.Scalar.TIME;
import static dev.waybill.wire.Shape.optional;

import dev.waybill.Text;
import dev.waybill.schedule.Timing;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The fields of a schedule that say when: those of a cron expression, of an interval or of one
/// time.
final class TimingFields {

  static final List<Shape.Field> FIELDS =
      List.of(
          optional("cron", TEXT, "A cron expression such as `30 9 * * MON-FRI`."),
          optional("every", SPAN, "An interval such as `15m` or `1h30m`, at least 1 second."),
          optional("at", TEXT, "Once, at `2030-01-01T09:00` in its zone or `...T09:00:00Z`."),
          optional(
              "zone",
              TEXT,
              "Time zone of `cron` and `at`: an IANA name or an offset such as `+02:00`; `UTC`."),
          optional("anchor", TIME, "Any one moment that `every` meets; the beginning of 1970."));

  private static final ZoneId UTC = ZoneId.of("UTC");

  private @Nullable String cron;
  private @Nullable Duration every;
  private @Nullable String at;
  private @Nullable ZoneId zone;
  private @Nullable Instant anchor;

  /// False where the field is none of these.
  boolean read(JsonIn in, String field) {
    switch (field) {
      case "cron" -> cron = in.text();
      case "every" -> every = in.span();
      case "at" -> at = time(in, in.text());
      case "zone" -> zone = zone(in, in.text());
      case "anchor" -> anchor = in.time();
      default -> {
        return false;
      }
    }
    return true;
  }

  /// To be called once all fields have been read.
  Timing timing(JsonIn in) {
    if (Stream.of(cron, every, at).filter(one -> one != null).count() != 1) {
      throw in.error("missing_field", "say when: one of `cron`, `every` and `at`");
    }
    if (anchor != null && every == null) {
      throw in.error("invalid_value", "`anchor` goes with `every` alone");
    }
    if (zone != null && every != null) {
      throw in.error("invalid_value", "`every` takes no `zone`: intervals go by real time");
    }
    if (cron != null) {
      return new Timing.Cron(cron, zone == null ? UTC : zone);
    }
    if (every != null) {
      return new Timing.Every(every, anchor == null ? Instant.EPOCH : anchor);
    }
    return once(in, String.valueOf(at));
  }

  private Timing once(JsonIn in, String text) {
    if (!hasOffset(text)) {
      return new Timing.Once(LocalDateTime.parse(text), zone == null ? UTC : zone);
    }
    if (zone != null) {
      throw in.error("invalid_value", "`at` names its own zone; leave out `zone` or the offset");
    }
    return Timing.at(OffsetDateTime.parse(text).toInstant());
  }

  private static String time(JsonIn in, String text) {
    try {
      return hasOffset(text)
          ? OffsetDateTime.parse(text).toString()
          : LocalDateTime.parse(text).toString();
    } catch (DateTimeException malformed) {
      throw in.error(
          "invalid_value",
          "must be a time such as 2030-01-31T09:30 or 2030-01-31T09:30:00Z; it is "
              + Text.quote(text));
    }
  }

  private static boolean hasOffset(String text) {
    return text.endsWith("Z") || text.matches(".*[+-]\\d\\d:\\d\\d");
  }

  private static ZoneId zone(JsonIn in, String name) {
    return Zones.find(name)
        .orElseThrow(
            () ->
                in.error(
                    "invalid_value",
                    "must be a time zone such as Europe/Lisbon, UTC or +02:00; it is "
                        + Text.quote(name)
                        + Zones.hint(name)));
  }

  static void write(JsonOut out, Timing timing) {
    switch (timing) {
      case Timing.Cron(String expression, ZoneId zone) -> {
        out.text("cron", expression);
        out.text("zone", zone.getId());
      }
      case Timing.Every(Duration interval, Instant anchor) -> {
        out.span("every", interval);
        out.time("anchor", anchor.equals(Instant.EPOCH) ? null : anchor);
      }
      case Timing.Once(LocalDateTime at, ZoneId zone) when zone.equals(ZoneOffset.UTC) ->
          out.text("at", at.atOffset(ZoneOffset.UTC).toString());
      case Timing.Once(LocalDateTime at, ZoneId zone) -> {
        out.text("at", at.toString());
        out.text("zone", zone.getId());
      }
    }
  }
}
