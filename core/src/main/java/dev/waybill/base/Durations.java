package dev.waybill.base;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Durations as text. Every surface reads them here: HTTP, gRPC, command line and configuration.
///
/// The short form is a list of amounts with the units `d`, `h`, `m`, `s` and `ms`, largest unit
/// first, each unit at most once: `500ms`, `30s`, `1h30m`, `1d12h`. ISO 8601 is the other form:
/// `PT30S`.
public final class Durations {

  /// Examples for error messages.
  public static final String EXAMPLES = "30s, 5m, 1h30m, 500ms or PT30S";

  private static final int LONGEST_TEXT = 64;
  private static final Pattern SHORT =
      Pattern.compile(
          "(?:(\\d{1,9})d)?(?:(\\d{1,12})h)?(?:(\\d{1,14})m)?(?:(\\d{1,15})s)?(?:(\\d{1,15})ms)?");

  private Durations() {}

  /// Empty if the text is not a duration.
  public static Optional<Duration> parse(String text) {
    if (text.isEmpty() || text.length() > LONGEST_TEXT) {
      return Optional.empty();
    }
    Matcher form = SHORT.matcher(text);
    try {
      return Optional.of(form.matches() ? sum(form) : Duration.parse(text));
    } catch (DateTimeException | ArithmeticException malformed) {
      return Optional.empty();
    }
  }

  /// The short form, for messages to people: `1h30m`, `0s`, `-5m`. Fractions of a millisecond are
  /// dropped, except that a duration below a millisecond is written in nanoseconds.
  public static String text(Duration duration) {
    if (duration.isNegative()) {
      return "-" + text(duration.negated());
    }
    if (duration.isPositive() && duration.toSeconds() == 0 && duration.toMillis() == 0) {
      return duration.toNanos() + "ns";
    }
    String text =
        amount(duration.toDaysPart(), "d")
            + amount(duration.toHoursPart(), "h")
            + amount(duration.toMinutesPart(), "m")
            + amount(duration.toSecondsPart(), "s")
            + amount(duration.toMillisPart(), "ms");
    return text.isEmpty() ? "0s" : text;
  }

  private static Duration sum(Matcher form) {
    return Duration.ofDays(number(form.group(1)))
        .plusHours(number(form.group(2)))
        .plusMinutes(number(form.group(3)))
        .plusSeconds(number(form.group(4)))
        .plusMillis(number(form.group(5)));
  }

  private static long number(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static String amount(long amount, String unit) {
    return amount == 0 ? "" : amount + unit;
  }
}
