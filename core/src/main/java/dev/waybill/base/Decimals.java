package dev.waybill.base;

import java.math.BigDecimal;
import java.util.Optional;

/// Limits for numbers in input. Text such as `1e400000000` is short, but arithmetic on that number
/// takes minutes and gigabytes.
public final class Decimals {

  /// The maximum number of digits, and of places before or after the decimal point.
  public static final int MAX_DIGITS = 1_000;

  private Decimals() {}

  /// Whether arithmetic on the number is cheap.
  public static boolean isBounded(BigDecimal number) {
    return Math.abs((long) number.scale()) <= MAX_DIGITS && number.precision() <= MAX_DIGITS;
  }

  /// The number, or empty if the text is not a number within the limits.
  public static Optional<BigDecimal> parse(String text) {
    if (text.length() > MAX_DIGITS) {
      return Optional.empty();
    }
    try {
      return Optional.of(new BigDecimal(text)).filter(Decimals::isBounded);
    } catch (NumberFormatException malformed) {
      return Optional.empty();
    }
  }
}
