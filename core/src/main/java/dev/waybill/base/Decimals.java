package dev.waybill.base;

import java.math.BigDecimal;
import java.util.Optional;

/// Bounds for numbers from outside. Text such as `1e400000000` is short, and arithmetic on the
/// number it stands for takes minutes and gigabytes.
public final class Decimals {

  /// The most digits a number may have, and the most places before or behind its point.
  public static final int MAX_DIGITS = 1_000;

  private Decimals() {}

  /// Whether arithmetic on the number is cheap.
  public static boolean isBounded(BigDecimal number) {
    return Math.abs((long) number.scale()) <= MAX_DIGITS && number.precision() <= MAX_DIGITS;
  }

  /// The number, or nothing where the text is not a number within the bounds.
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
