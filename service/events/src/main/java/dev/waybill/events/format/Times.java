package dev.waybill.events.format;

/// Dates and times of RFC 3339.
final class Times {

  private static final int[] DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  private static final int MINUTES_PER_DAY = 24 * 60;
  private static final int LAST_MINUTE = MINUTES_PER_DAY - 1;

  private Times() {}

  static boolean isDateTime(String text) {
    return text.length() >= 20
        && (text.charAt(10) | 32) == 't'
        && startsWithDate(text)
        && isTimeFrom(text, 11);
  }

  static boolean isDate(String text) {
    return text.length() == 10 && startsWithDate(text);
  }

  static boolean isTime(String text) {
    return isTimeFrom(text, 0);
  }

  private static boolean startsWithDate(String text) {
    if (text.charAt(4) != '-' || text.charAt(7) != '-') {
      return false;
    }
    int year = number(text, 0, 4);
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    return year >= 0
        && isBetween(month, 1, 12)
        && isBetween(day, 1, month == 2 && isLeap(year) ? 29 : DAYS[month - 1]);
  }

  private static boolean isLeap(int year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  private static boolean isTimeFrom(String text, int at) {
    if (text.length() < at + 9 || text.charAt(at + 2) != ':' || text.charAt(at + 5) != ':') {
      return false;
    }
    int hour = number(text, at, at + 2);
    int minute = number(text, at + 3, at + 5);
    int second = number(text, at + 6, at + 8);
    if (!isBetween(hour, 0, 23) || !isBetween(minute, 0, 59) || !isBetween(second, 0, 60)) {
      return false;
    }
    int zone = afterFraction(text, at + 8);
    int offset = zone < 0 ? INVALID : offset(text, zone);
    boolean lastMinute =
        offset != INVALID
            && Math.floorMod(hour * 60 + minute - offset, MINUTES_PER_DAY) == LAST_MINUTE;
    return offset != INVALID && (second < 60 || lastMinute);
  }

  private static final int INVALID = Integer.MIN_VALUE;

  /// The start of the zone, or -1 for a point without digits.
  private static int afterFraction(String text, int at) {
    if (text.charAt(at) != '.') {
      return at;
    }
    int end = at + 1;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end > at + 1 && end < text.length() ? end : -1;
  }

  /// The offset from UTC in minutes.
  private static int offset(String text, int at) {
    char sign = text.charAt(at);
    if ((sign | 32) == 'z') {
      return text.length() == at + 1 ? 0 : INVALID;
    }
    if ((sign != '+' && sign != '-') || text.length() != at + 6 || text.charAt(at + 3) != ':') {
      return INVALID;
    }
    int hours = number(text, at + 1, at + 3);
    int minutes = number(text, at + 4, at + 6);
    if (!isBetween(hours, 0, 23) || !isBetween(minutes, 0, 59)) {
      return INVALID;
    }
    return (sign == '-' ? -1 : 1) * (hours * 60 + minutes);
  }

  private static boolean isBetween(int number, int least, int most) {
    return number >= least && number <= most;
  }

  /// The digits as a number, or -1.
  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
