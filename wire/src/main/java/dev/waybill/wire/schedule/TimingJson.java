package dev.waybill.wire.schedule;

import static dev.waybill.wire.json.Codecs.SPAN;
import static dev.waybill.wire.json.Codecs.TEXT;
import static dev.waybill.wire.json.Codecs.TIME;
import static dev.waybill.wire.json.Codecs.as;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.Text;
import dev.waybill.schedule.Timing;
import dev.waybill.wire.json.Document;
import dev.waybill.wire.json.Fields;
import dev.waybill.wire.json.Slot;
import dev.waybill.wire.json.Values;
import dev.waybill.wire.json.Zones;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// When a schedule fires: a cron expression, an interval or a single time.
public final class TimingJson {

  private static final ZoneId UTC = ZoneId.of("UTC");

  private static final Fields<Timing> FIELDS = Fields.of("Timing", "When a schedule fires.");
  private static final Slot.Maybe<String> CRON =
      FIELDS.optional(
          "cron",
          TEXT,
          timing -> timing instanceof Timing.Cron cron ? cron.expression() : null,
          "A cron expression such as `30 9 * * MON-FRI`.");
  private static final Slot.Maybe<Duration> EVERY =
      FIELDS.optional(
          "every",
          SPAN,
          timing -> timing instanceof Timing.Every every ? every.interval() : null,
          "An interval such as `15m` or `1h30m`, at least 1 second.");
  private static final Slot.Maybe<String> AT =
      FIELDS.optional(
          "at",
          as(TEXT, TimingJson::time, text -> text),
          timing -> timing instanceof Timing.Once once ? text(once) : null,
          "Once, at `2030-01-01T09:00` in its zone or `...T09:00:00Z`.");
  private static final Slot.Maybe<ZoneId> ZONE =
      FIELDS.optional(
          "zone",
          as(TEXT, TimingJson::zone, ZoneId::getId),
          TimingJson::zone,
          "Time zone of `cron` and `at`: an IANA name or an offset such as `+02:00`; default"
              + " `UTC`.");
  private static final Slot.Maybe<Instant> ANCHOR =
      FIELDS.optional(
          "anchor",
          TIME,
          TimingJson::anchor,
          "Any one slot of `every`; default is the start of 1970.");

  static {
    FIELDS.alternative("cron");
    FIELDS.alternative("every");
    FIELDS.alternative("at");
  }

  public static final Document<Timing> DOCUMENT = FIELDS.make(TimingJson::timing);

  private TimingJson() {}

  private static Timing timing(Values in) {
    String cron = in.get(CRON);
    Duration every = in.get(EVERY);
    String at = in.get(AT);
    if (Stream.of(cron, every, at).filter(one -> one != null).count() != 1) {
      throw in.error("missing_field", "set exactly one of `cron`, `every` and `at`");
    }
    if (in.get(ANCHOR) != null && every == null) {
      throw in.error("invalid_value", "`anchor` requires `every`");
    }
    if (in.get(ZONE) != null && every != null) {
      throw in.error("invalid_value", "`every` has no `zone`: intervals are elapsed time");
    }
    if (cron != null) {
      return new Timing.Cron(cron, in.get(ZONE, UTC));
    }
    return every != null
        ? new Timing.Every(every, in.get(ANCHOR, Instant.EPOCH))
        : once(in, String.valueOf(at));
  }

  private static Timing once(Values in, String text) {
    if (!hasOffset(text)) {
      return new Timing.Once(LocalDateTime.parse(text), in.get(ZONE, UTC));
    }
    if (in.get(ZONE) != null) {
      throw in.error("invalid_value", "`at` has a zone of its own; omit `zone` or the offset");
    }
    return Timing.at(OffsetDateTime.parse(text).toInstant());
  }

  private static String time(String text) {
    try {
      return hasOffset(text)
          ? OffsetDateTime.parse(text).toString()
          : LocalDateTime.parse(text).toString();
    } catch (DateTimeException malformed) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "must be a time such as 2030-01-31T09:30 or 2030-01-31T09:30:00Z; it is "
              + Text.quote(text));
    }
  }

  private static boolean hasOffset(String text) {
    return text.endsWith("Z") || text.matches(".*[+-]\\d\\d:\\d\\d");
  }

  private static ZoneId zone(String name) {
    return Zones.find(name)
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT,
                    "must be a time zone such as Europe/Lisbon, UTC or +02:00; it is "
                        + Text.quote(name)
                        + Zones.hint(name)));
  }

  private static String text(Timing.Once once) {
    return once.zone().equals(ZoneOffset.UTC)
        ? once.at().atOffset(ZoneOffset.UTC).toString()
        : once.at().toString();
  }

  private static @Nullable ZoneId zone(Timing timing) {
    return switch (timing) {
      case Timing.Cron cron -> cron.zone();
      case Timing.Every _ -> null;
      case Timing.Once once -> once.zone().equals(ZoneOffset.UTC) ? null : once.zone();
    };
  }

  private static @Nullable Instant anchor(Timing timing) {
    return timing instanceof Timing.Every every && !every.anchor().equals(Instant.EPOCH)
        ? every.anchor()
        : null;
  }
}
