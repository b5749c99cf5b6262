package dev.waybill.schedules.cron;

import dev.waybill.Code;
import dev.waybill.Text;
import dev.waybill.WaybillException;
import dev.waybill.schedule.Timing;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a timing as people write it: `every 90s`, `every 6h from 2030-01-01T09:00:00Z`,
/// `at 2030-01-01T09:00`, or a cron expression.
public final class Timings {

  private static final Pattern EVERY =
      Pattern.compile("every\\s+(\\S+)(?:\\s+from\\s+(\\S+))?", Pattern.CASE_INSENSITIVE);
  private static final Pattern AT = Pattern.compile("at\\s+(\\S+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern UNITS =
      Pattern.compile("(?:(\\d{1,6})d)?(?:(\\d{1,8})h)?(?:(\\d{1,8})m)?(?:(\\d{1,10})s)?");

  private Timings() {}

  /// Refuses what cannot be read or never happens.
  ///
  /// @param zone where a cron expression or a time without a zone of its own is meant
  public static Timing parse(String text, ZoneId zone) {
    Timing timing = read(text.strip(), zone);
    var _ = Slots.of(timing);
    return timing;
  }

  private static Timing read(String text, ZoneId zone) {
    Matcher every = EVERY.matcher(text);
    if (every.matches()) {
      String anchor = every.group(2);
      Instant from = anchor == null ? Instant.EPOCH : moment(anchor, zone);
      return new Timing.Every(interval(every.group(1)), from);
    }
    Matcher at = AT.matcher(text);
    return at.matches() ? once(at.group(1), zone) : new Timing.Cron(text, zone);
  }

  private static Instant moment(String text, ZoneId zone) {
    Timing.Once once = once(text, zone);
    return WallClock.moment(once.at(), once.zone());
  }

  private static Timing.Once once(String text, ZoneId zone) {
    try {
      if (text.endsWith("Z") || text.matches(".*[+-]\\d\\d:\\d\\d")) {
        Instant time = java.time.OffsetDateTime.parse(text).toInstant();
        return (Timing.Once) Timing.at(time);
      }
      return new Timing.Once(LocalDateTime.parse(text), zone);
    } catch (DateTimeException malformed) {
      throw refused("time", text, "write 2030-01-01T09:00 or 2030-01-01T09:00:00Z");
    }
  }

  private static Duration interval(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    Matcher units = UNITS.matcher(lower);
    try {
      if (units.matches() && !lower.isEmpty()) {
        return Duration.ofDays(number(units.group(1)))
            .plusHours(number(units.group(2)))
            .plusMinutes(number(units.group(3)))
            .plusSeconds(number(units.group(4)));
      }
      return Duration.parse(text);
    } catch (DateTimeException malformed) {
      throw refused("interval", text, "write 90s, 1h30m, 2d or PT90S");
    }
  }

  private static long number(@org.jspecify.annotations.Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static WaybillException refused(String what, String text, String instead) {
    return new WaybillException(
        Code.INVALID_ARGUMENT, what + " " + Text.quote(text) + " cannot be read; " + instead);
  }
}
