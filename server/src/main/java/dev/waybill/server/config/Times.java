package dev.waybill.server.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Times as people write them.
public final class Times {

  private static final Pattern SHORT = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private Times() {}

  public static Duration parse(String text) {
    Matcher parts = SHORT.matcher(text);
    if (!parts.matches()) {
      return iso(text);
    }
    long amount = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case String _ -> Duration.ofDays(amount);
    };
  }

  private static Duration iso(String text) {
    try {
      Duration time = Duration.parse(text);
      if (time.isNegative()) {
        throw new IllegalArgumentException("must not be negative");
      }
      return time;
    } catch (DateTimeParseException other) {
      throw new IllegalArgumentException("must be a time such as 500ms, 30s or 5m", other);
    }
  }
}
