package dev.waybill.bench;

import java.util.Locale;

/// Formats numbers.
public final class Numbers {

  private Numbers() {}

  /// Three significant digits, and all digits before the decimal point.
  public static String of(double value) {
    int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  public static String of(int value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  static String withSpread(Figure figure) {
    return figure.samples().size() == 1
        ? of(figure.median())
        : of(figure.median()) + " (" + of(figure.min()) + "–" + of(figure.max()) + ")";
  }

  static String ratio(double ours, double other) {
    if (other == 0) {
      return "";
    }
    double ratio = ours / other;
    int decimals = ratio >= 10 ? 0 : ratio >= 0.1 ? 2 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", ratio);
  }
}
