package dev.waybill.wire.json;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Formats and parses times like `Instant`, but several times as fast, because every job has some.
/// Unusual formats are left to `Instant`.
public final class TimeText {

  private static final int SECONDS_PER_DAY = 86_400;
  private static final int WITHOUT_FRACTION = 20;
  private static final int LONGEST = 30;
  private static final int OFFSET = "+00:00".length();
  private static final int[] UNITS = {1, 1_000_000, 1_000, 1};
  private static final long FIRST = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  private TimeText() {}

  static String of(Instant time) {
    return new String(bytes(time), StandardCharsets.ISO_8859_1);
  }

  /// The same text as ASCII.
  static byte[] bytes(Instant time) {
    long seconds = time.getEpochSecond();
    int nanos = time.getNano();
    if (seconds < FIRST || seconds > LAST) {
      return time.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
    int digits = digits(nanos);
    byte[] text = new byte[digits == 0 ? WITHOUT_FRACTION : WITHOUT_FRACTION + digits + 1];
    LocalDate day = LocalDate.ofEpochDay(Math.floorDiv(seconds, SECONDS_PER_DAY));
    int second = Math.floorMod(seconds, SECONDS_PER_DAY);
    put(text, 0, 4, day.getYear(), '-');
    put(text, 5, 2, day.getMonthValue(), '-');
    put(text, 8, 2, day.getDayOfMonth(), 'T');
    put(text, 11, 2, second / 3600, ':');
    put(text, 14, 2, second / 60 % 60, ':');
    put(text, 17, 2, second % 60, 'Z');
    if (digits > 0) {
      text[WITHOUT_FRACTION - 1] = '.';
      put(text, WITHOUT_FRACTION, digits, nanos / UNITS[digits / 3], 'Z');
    }
    return text;
  }

  /// The number of fraction digits: a multiple of three, as small as possible.
  private static int digits(int nanos) {
    if (nanos == 0) {
      return 0;
    }
    return nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
  }

  private static void put(byte[] text, int at, int digits, int number, char after) {
    int rest = number;
    for (int i = at + digits - 1; i >= at; i--) {
      text[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    text[at + digits] = (byte) after;
  }

  /// With milliseconds and `Z`; with more digits if the time has them.
  public static String withMillis(Instant time) {
    boolean whole = time.truncatedTo(ChronoUnit.SECONDS).equals(time);
    return whole ? of(time).replace("Z", ".000Z") : of(time);
  }

  /// Fails with a `DateTimeException` if it is not a time.
  static Instant parse(String text) {
    @Nullable Instant usual = text.length() > LONGEST ? null : parseRfc3339(text);
    return usual == null ? Instant.parse(text) : usual;
  }

  /// A time in RFC 3339; null if it is not one. Digits after the nanosecond are ignored, leap
  /// seconds are rejected.
  public static @Nullable Instant parseRfc3339(String text) {
    try {
      return text.length() < WITHOUT_FRACTION || !hasFrame(text) ? null : instant(text);
    } catch (DateTimeException impossible) {
      return null;
    }
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
    int zone = text.charAt(19) == '.' ? endOfDigits(text, WITHOUT_FRACTION) : 19;
    if (hour > 23 || minute > 59 || second > 59 || zone == WITHOUT_FRACTION) {
      throw new DateTimeException("not a valid time of day");
    }
    long seconds = date.toEpochDay() * SECONDS_PER_DAY + hour * 3_600L + minute * 60L + second;
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
    for (int i = WITHOUT_FRACTION; i < WITHOUT_FRACTION + 9; i++) {
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
