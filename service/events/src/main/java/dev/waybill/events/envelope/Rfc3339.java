package dev.waybill.events.envelope;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Times as they travel: `2025-10-21T14:30:00.000Z`. Digits behind the nanosecond are passed over,
/// a leap second is not known.
public final class Rfc3339 {

  private static final int SHORTEST = "2025-10-21T14:30:00Z".length();
  private static final int OFFSET = "+00:00".length();

  private static final DateTimeFormatter MILLIS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private Rfc3339() {}

  static @Nullable Instant parse(String text) {
    try {
      return text.length() < SHORTEST || !hasFrame(text) ? null : instant(text);
    } catch (DateTimeException impossible) {
      return null;
    }
  }

  /// With milliseconds and `Z`; with more digits where the time has them.
  public static String withMillis(Instant time) {
    boolean whole = time.truncatedTo(ChronoUnit.MILLIS).equals(time);
    return whole ? MILLIS.format(time) : time.toString();
  }

  private static boolean hasFrame(String text) {
    return text.charAt(4) == '-'
        && text.charAt(7) == '-'
        && (text.charAt(10) | 0x20) == 't'
        && text.charAt(13) == ':'
        && text.charAt(16) == ':';
  }

  private static Instant instant(String text) {
    LocalDate date = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
    int hour = digits(text, 11, 13);
    int minute = digits(text, 14, 16);
    int second = digits(text, 17, 19);
    int zone = text.charAt(19) == '.' ? endOfDigits(text, 20) : 19;
    if (hour > 23 || minute > 59 || second > 59 || zone == 20) {
      throw new DateTimeException("no such time of day");
    }
    long seconds = date.toEpochDay() * 86_400 + hour * 3_600L + minute * 60L + second;
    return Instant.ofEpochSecond(seconds - offset(text, zone), nanos(text, zone));
  }

  private static int endOfDigits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private static long nanos(String text, int zone) {
    long nanos = 0;
    for (int i = 20; i < 29; i++) {
      nanos = nanos * 10 + (i < zone ? text.charAt(i) - '0' : 0);
    }
    return nanos;
  }

  private static int offset(String text, int at) {
    int left = text.length() - at;
    if (left == 1 && (text.charAt(at) | 0x20) == 'z') {
      return 0;
    }
    boolean signed = left == OFFSET && (text.charAt(at) == '+' || text.charAt(at) == '-');
    if (!signed || text.charAt(at + 3) != ':') {
      throw new DateTimeException("no zone");
    }
    int sign = text.charAt(at) == '-' ? -1 : 1;
    int hours = digits(text, at + 1, at + 3);
    int minutes = digits(text, at + 4, at + 6);
    return ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes).getTotalSeconds();
  }

  private static int digits(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new DateTimeException("not a digit");
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
