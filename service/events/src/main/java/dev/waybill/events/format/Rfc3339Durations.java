package dev.waybill.events.format;

/// Durations of RFC 3339, appendix A: units in order, without gaps.
final class Rfc3339Durations {

  private final String text;
  private int at = 1;

  private Rfc3339Durations(String text) {
    this.text = text;
  }

  static boolean isDuration(String text) {
    if (text.length() < 3 || text.charAt(0) != 'P') {
      return false;
    }
    if (text.endsWith("W")) {
      Rfc3339Durations weeks = new Rfc3339Durations(text);
      return weeks.units("W") == 1 && weeks.at == text.length();
    }
    Rfc3339Durations parts = new Rfc3339Durations(text);
    int dates = parts.units("YMD");
    boolean timed = parts.at < text.length() && text.charAt(parts.at) == 'T';
    if (!timed) {
      return dates > 0 && parts.at == text.length();
    }
    parts.at++;
    return parts.units("HMS") > 0 && parts.at == text.length();
  }

  /// The number of consecutive units.
  private int units(String order) {
    int count = 0;
    int last = -1;
    while (true) {
      int end = at;
      while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
        end++;
      }
      int unit = end == at || end == text.length() ? -1 : order.indexOf(text.charAt(end));
      if (unit < 0 || (count > 0 && unit != last + 1)) {
        return count;
      }
      last = unit;
      count++;
      at = end + 1;
    }
  }
}
