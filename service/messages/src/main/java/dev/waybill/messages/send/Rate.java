package dev.waybill.messages.send;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// At most `amount` messages per period, such as `100/s`, `600/m` or `5/h`.
record Rate(int amount, Duration period) {

  private static final Pattern FORMAT = Pattern.compile("([1-9][0-9]{0,5})/([smhd])");
  private static final Map<String, Duration> PERIODS =
      Map.of(
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  /// @param where the name of the setting, for the error
  static Rate of(String text, String where) {
    Matcher parts = FORMAT.matcher(text);
    return Optional.of(parts)
        .filter(Matcher::matches)
        .map(
            matching ->
                new Rate(
                    Integer.parseInt(matching.group(1)),
                    PERIODS.getOrDefault(matching.group(2), Duration.ZERO)))
        .orElseThrow(
            () ->
                new WaybillException(
                    Code.INVALID_ARGUMENT, where + ": a rate is such as 100/s, 600/m or 5/h"));
  }

  /// The time between two messages at this rate.
  Duration interval() {
    return period.dividedBy(amount);
  }
}
