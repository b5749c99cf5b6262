package dev.waybill.wire;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;

/// Times as `Instant` writes and reads them, several times as fast: every job that travels has
/// some. What is not written in the usual way is left to `Instant`.
final class TimeText {

  private static final int SECONDS_PER_DAY = 86_400;
  private static final int WITHOUT_FRACTION = 20;
  private static final int LONGEST = 30;
  private static final String USUAL = "0000-00-00T00:00:00";
  private static final long FIRST = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  private TimeText() {}

  static String of(Instant time) {
    long seconds = time.getEpochSecond();
    if (seconds < FIRST || seconds > LAST) {
      return time.toString();
    }
    byte[] text = new byte[LONGEST];
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(seconds, SECONDS_PER_DAY));
    int second = Math.floorMod(seconds, SECONDS_PER_DAY);
    put(text, 0, 4, day.getYear(), '-');
    put(text, 5, 2, day.getMonthValue(), '-');
    put(text, 8, 2, day.getDayOfMonth(), 'T');
    put(text, 11, 2, second / 3600, ':');
    put(text, 14, 2, second / 60 % 60, ':');
    put(text, 17, 2, second % 60, 'Z');
    int length = time.getNano() == 0 ? WITHOUT_FRACTION : putFraction(text, time.getNano());
    return new String(text, 0, length, StandardCharsets.ISO_8859_1);
  }

  /// In groups of three digits, as many as there have to be.
  private static int putFraction(byte[] text, int nanos) {
    int digits = nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
    int fraction = digits == 3 ? nanos / 1_000_000 : digits == 6 ? nanos / 1_000 : nanos;
    text[USUAL.length()] = '.';
    put(text, WITHOUT_FRACTION, digits, fraction, 'Z');
    return WITHOUT_FRACTION + digits + 1;
  }

  private static void put(byte[] text, int at, int digits, int number, char after) {
    int rest = number;
    for (int i = at + digits - 1; i >= at; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    text[at + digits] = (byte) after;
  }

  /// Fails with a `DateTimeException` where it is no time.
  static Instant parse(String text) {
    if (!isUsual(text)) {
      return Instant.parse(text);
    }
    int hour = number(text, 11, 13);
    int minute = number(text, 14, 16);
    int second = number(text, 17, 19);
    if (hour > 23 || minute > 59 || second > 59) {
      return Instant.parse(text);
    }
    LocalDate day = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    long seconds = day.toEpochDay() * SECONDS_PER_DAY + hour * 3600L + minute * 60L + second;
    return Instant.ofEpochSecond(seconds, nanos(text));
  }

  /// Four digits, a dash and so on, perhaps a fraction, then `Z`.
  private static boolean isUsual(String text) {
    int last = text.length() - 1;
    if (last < USUAL.length() || last >= LONGEST || text.charAt(last) != 'Z') {
      return false;
    }
    for (int i = 0; i < USUAL.length(); i++) {
      char wanted = USUAL.charAt(i);
      boolean fits = wanted == '0' ? isDigit(text.charAt(i)) : text.charAt(i) == wanted;
      if (!fits) {
        return false;
      }
    }
    return last == USUAL.length() || isFraction(text, last);
  }

  private static boolean isFraction(String text, int end) {
    boolean fits = text.charAt(USUAL.length()) == '.' && end > WITHOUT_FRACTION;
    for (int i = WITHOUT_FRACTION; i < end && fits; i++) {
      fits = isDigit(text.charAt(i));
    }
    return fits;
  }

  private static int nanos(String text) {
    int end = text.length() - 1;
    if (end == USUAL.length()) {
      return 0;
    }
    int nanos = number(text, WITHOUT_FRACTION, end);
    for (int digits = end - WITHOUT_FRACTION; digits < 9; digits++) {
      nanos *= 10;
    }
    return nanos;
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * 10 + text.charAt(i) - '0';
    }
    return number;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
