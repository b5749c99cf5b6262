package dev.waybill.worker.process;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations as people write them: `500ms`, `30s`, `5m`, `2h`, `1d`, or as in ISO 8601.
final class DurationText {

  private static final Pattern SHORT = Pattern.compile("(\\d{1,12})(ms|s|m|h|d)");
  private static final Duration LONGEST = Duration.ofDays(365);

  private DurationText() {}

  /// Empty where it is not a duration, not above zero, or longer than a year.
  static Optional<Duration> parse(String text) {
    try {
      Matcher matcher = SHORT.matcher(text);
      Duration duration = matcher.matches() ? of(matcher) : Duration.parse(text);
      return Optional.of(duration)
          .filter(some -> some.isPositive() && some.compareTo(LONGEST) <= 0);
    } catch (DateTimeException | ArithmeticException malformed) {
      return Optional.empty();
    }
  }

  /// As people write it: `1m30s`, `0.5s`.
  static String shown(Duration duration) {
    return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }

  private static Duration of(Matcher matcher) {
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }
}
