package dev.waybill.events.schema;

import java.util.function.Predicate;

/// Formats that can be recognised without the library, in their usual form.
final class QuickFormats {

  private static final int[] DAYS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  private QuickFormats() {}

  static Predicate<String> of(String name) {
    return switch (name) {
      case "date-time" -> QuickFormats::isUtcTime;
      case "date" -> text -> text.length() == 10 && startsWithDate(text);
      case "uuid" -> QuickFormats::isUuid;
      default -> text -> false;
    };
  }

  /// A time in UTC that ends in `Z`; offsets and leap seconds are left to the library.
  private static boolean isUtcTime(String text) {
    int length = text.length();
    return length >= 20
        && length <= 30
        && text.charAt(10) == 'T'
        && text.charAt(13) == ':'
        && text.charAt(16) == ':'
        && text.charAt(length - 1) == 'Z'
        && startsWithDate(text)
        && isBetween(number(text, 11, 13), 0, 23)
        && isBetween(number(text, 14, 16), 0, 59)
        && isBetween(number(text, 17, 19), 0, 59)
        && (length == 20 || (text.charAt(19) == '.' && number(text, 20, length - 1) >= 0));
  }

  private static boolean startsWithDate(String text) {
    if (text.charAt(4) != '-' || text.charAt(7) != '-') {
      return false;
    }
    int month = number(text, 5, 7);
    return number(text, 0, 4) > 0
        && isBetween(month, 1, 12)
        && isBetween(number(text, 8, 10), 1, DAYS[month - 1]);
  }

  private static boolean isUuid(String text) {
    if (text.length() != 36) {
      return false;
    }
    for (int i = 0; i < 36; i++) {
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      char c = text.charAt(i);
      if (dash ? c != '-' : Character.digit(c, 16) < 0 || c > 'f') {
        return false;
      }
    }
    return true;
  }

  private static boolean isBetween(int number, int least, int most) {
    return number >= least && number <= most;
  }

  /// The digits as a number, or -1; at most nine digits.
  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return to > from ? number : -1;
  }
}
