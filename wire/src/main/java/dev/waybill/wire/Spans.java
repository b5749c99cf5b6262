package dev.waybill.wire;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Durations as people and programs write them: `PT30S`, or `500ms`, `30s`, `5m`, `2h`, `7d`.
public final class Spans {

  private static final Pattern SHORT = Pattern.compile("(\\d{1,15})(ms|s|m|h|d)");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  private Spans() {}

  public static Optional<Duration> parse(String text) {
    try {
      Matcher form = SHORT.matcher(text);
      if (form.matches()) {
        ChronoUnit unit = UNITS.getOrDefault(form.group(2), ChronoUnit.SECONDS);
        return Optional.of(Duration.of(Long.parseLong(form.group(1)), unit));
      }
      return text.length() > 64 ? Optional.empty() : Optional.of(Duration.parse(text));
    } catch (DateTimeException | ArithmeticException malformed) {
      return Optional.empty();
    }
  }
}
