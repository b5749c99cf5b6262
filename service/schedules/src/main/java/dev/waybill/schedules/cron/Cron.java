package dev.waybill.schedules.cron;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/// What an expression means on a wall clock, of which zone whatever.
record Cron(String text, long seconds, long minutes, long hours, long months, CronDays days) {

  /// The longest that an expression with an answer can make one wait is forty years: for a fifth
  /// Monday in February, around a year without a leap day such as 2100.
  private static final int YEARS = 50;

  private static final long EVERY_HOUR = (1L << 24) - 1;

  static Cron parse(String text) {
    return CronReader.read(text);
  }

  /// Whether every hour passes, however that was written.
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

  /// The first match at this time or later, or null where there is none in fifty years.
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

  /// The first time of a day at this one or later, or null where the day has none left.
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

  /// The first value at this one or above, or [#NONE].
  private static int at(long bits, int least) {
    return Long.numberOfTrailingZeros(bits & (-1L << least));
  }

  private static boolean has(long bits, int index) {
    return ((bits >>> index) & 1) != 0;
  }
}
