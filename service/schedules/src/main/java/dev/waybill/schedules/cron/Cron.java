package dev.waybill.schedules.cron;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/// A parsed cron expression. It matches local times, independent of a time zone.
record Cron(String text, long seconds, long minutes, long hours, long months, CronDays days) {

  /// The longest gap between matches of an expression is 40 years: for a fifth Monday in February,
  /// around a year without a leap day such as 2100.
  private static final int YEARS = 50;

  private static final long EVERY_HOUR = (1L << 24) - 1;

  static Cron parse(String text) {
    return CronReader.read(text);
  }

  /// True if the expression matches every hour, in any notation.
  boolean isEveryHour() {
    return hours == EVERY_HOUR;
  }

  boolean isPossible() {
    return nextDate(LocalDate.of(2000, 1, 1)) != null;
  }

  boolean matches(LocalDateTime time) {
    return has(seconds, time.getSecond())
        && has(minutes, time.getMinute())
        && has(hours, time.getHour())
        && has(months, time.getMonthValue())
        && days.matches(time.toLocalDate());
  }

  /// The first match at or after this time; null if there is none within 50 years.
  @Nullable LocalDateTime next(LocalDateTime from) {
    LocalDate today = from.toLocalDate();
    LocalTime time = isDay(today) ? nextTime(from.toLocalTime()) : null;
    if (time != null) {
      return today.atTime(time);
    }
    LocalDate date = nextDate(today.plusDays(1));
    return date == null ? null : date.atTime(firstTime());
  }

  private boolean isDay(LocalDate date) {
    return has(months, date.getMonthValue()) && days.matches(date);
  }

  private @Nullable LocalDate nextDate(LocalDate from) {
    LocalDate date = from;
    while (date.getYear() <= from.getYear() + YEARS) {
      if (!has(months, date.getMonthValue())) {
        date = date.withDayOfMonth(1).plusMonths(1);
      } else if (days.matches(date)) {
        return date;
      } else {
        date = date.plusDays(1);
      }
    }
    return null;
  }

  private LocalTime firstTime() {
    return LocalTime.of(first(hours), first(minutes), first(seconds));
  }

  /// The first matching time of a day at or after this one; null if there is none.
  private @Nullable LocalTime nextTime(LocalTime from) {
    int hour = from.getHour();
    int minute = from.getMinute();
    int second = has(hours, hour) && has(minutes, minute) ? at(seconds, from.getSecond()) : NONE;
    if (second != NONE) {
      return LocalTime.of(hour, minute, second);
    }
    int later = has(hours, hour) ? at(minutes, minute + 1) : NONE;
    if (later != NONE) {
      return LocalTime.of(hour, later, first(seconds));
    }
    int another = at(hours, hour + 1);
    return another == NONE ? null : LocalTime.of(another, first(minutes), first(seconds));
  }

  private static final int NONE = 64;

  private static int first(long bits) {
    return Long.numberOfTrailingZeros(bits);
  }

  /// The lowest value that is not below this one, or [#NONE].
  private static int at(long bits, int least) {
    return Long.numberOfTrailingZeros(bits & (-1L << least));
  }

  private static boolean has(long bits, int index) {
    return ((bits >>> index) & 1) != 0;
  }
}
