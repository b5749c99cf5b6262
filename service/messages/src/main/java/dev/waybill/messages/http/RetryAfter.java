package dev.waybill.messages.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/// The `Retry-After` header: seconds, or a date.
final class RetryAfter {

  /// A longer wait is reduced to this.
  static final Duration LONGEST = Duration.ofHours(1);

  private static final int SECONDS_DIGITS = 9;

  private RetryAfter() {}

  /// Null if the value is missing or invalid.
  static @Nullable Duration in(String header, Instant now) {
    String text = header.strip();
    if (text.matches("[0-9]{1," + SECONDS_DIGITS + "}")) {
      return bounded(Duration.ofSeconds(Long.parseLong(text)));
    }
    try {
      Instant date = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
      return bounded(Duration.between(now, date));
    } catch (DateTimeException unknown) {
      return null;
    }
  }

  private static Duration bounded(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }
}
