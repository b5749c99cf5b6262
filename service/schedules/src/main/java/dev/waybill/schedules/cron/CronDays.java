package dev.waybill.schedules.cron;

import java.time.DayOfWeek;
import java.time.LocalDate;

/// The days of an expression. If both the day of the month and the day of the week are restricted,
/// either may match, as in the original cron.
record CronDays(OfMonth month, OfWeek week) {

  /// @param any not restricted
  /// @param days bit d: day d
  /// @param beforeLast bit n: n days before the last one
  /// @param nearest bit d: the weekday nearest to day d, in the same month
  /// @param lastWeekday the last weekday of the month
  record OfMonth(boolean any, long days, long beforeLast, long nearest, boolean lastWeekday) {}

  /// @param any not restricted
  /// @param days bit w: weekday w, Sunday is 0
  /// @param nth bit 7(n-1)+w: the nth weekday w
  /// @param last bit w: the last weekday w
  record OfWeek(boolean any, long days, long nth, long last) {}

  boolean matches(LocalDate date) {
    if (month.any() || week.any()) {
      return (month.any() || matchesMonth(date)) && (week.any() || matchesWeek(date));
    }
    return matchesMonth(date) || matchesWeek(date);
  }

  private boolean matchesMonth(LocalDate date) {
    int day = date.getDayOfMonth();
    int length = date.lengthOfMonth();
    return has(month.days(), day)
        || has(month.beforeLast(), length - day)
        || (month.nearest() != 0 && isNearest(date))
        || (month.lastWeekday() && date.equals(weekdayNear(date.withDayOfMonth(length))));
  }

  private boolean isNearest(LocalDate date) {
    for (int day = 1; day <= date.lengthOfMonth(); day++) {
      if (has(month.nearest(), day) && weekdayNear(date.withDayOfMonth(day)).equals(date)) {
        return true;
      }
    }
    return false;
  }

  /// The day itself, the Friday before or the Monday after; always in the same month.
  private static LocalDate weekdayNear(LocalDate date) {
    int day = date.getDayOfMonth();
    if (date.getDayOfWeek() == DayOfWeek.SATURDAY) {
      return day == 1 ? date.plusDays(2) : date.minusDays(1);
    }
    if (date.getDayOfWeek() == DayOfWeek.SUNDAY) {
      return day == date.lengthOfMonth() ? date.minusDays(2) : date.plusDays(1);
    }
    return date;
  }

  private boolean matchesWeek(LocalDate date) {
    int weekday = date.getDayOfWeek().getValue() % 7;
    int day = date.getDayOfMonth();
    return has(week.days(), weekday)
        || has(week.nth(), (day - 1) / 7 * 7 + weekday)
        || (has(week.last(), weekday) && day + 7 > date.lengthOfMonth());
  }

  private static boolean has(long bits, int index) {
    return ((bits >>> index) & 1) != 0;
  }
}
