package dev.waybill.events.format;

import java.net.IDN;

/// Host names: RFC 1123 with labels of RFC 5890.
final class HostNames {

  private static final int LONGEST = 253;
  private static final int LONGEST_LABEL = 63;

  private HostNames() {}

  static boolean isHostName(String text, boolean international) {
    if (text.isEmpty() || text.length() > LONGEST) {
      return false;
    }
    String dots = international ? "[.\u3002\uFF0E\uFF61]" : "\\.";
    int length = 0;
    for (String label : text.split(dots, -1)) {
      if (!isLabel(label, international)) {
        return false;
      }
      length += 1 + encodedLength(label);
    }
    return length - 1 <= LONGEST;
  }

  private static boolean isLabel(String label, boolean international) {
    boolean ascii = label.chars().allMatch(c -> c < 128);
    if (label.isEmpty() || label.length() > LONGEST_LABEL || !(ascii || international)) {
      return false;
    }
    if (!ascii) {
      return UnicodeLabels.isValid(label) && encodedLength(label) <= LONGEST_LABEL;
    }
    boolean plain =
        label.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '-')
            && !label.startsWith("-")
            && !label.endsWith("-");
    boolean reserved = label.length() > 3 && label.startsWith("--", 2);
    return plain && (!reserved || isEncoded(label));
  }

  /// Whether a label that begins with `xn--` encodes a valid Unicode label.
  private static boolean isEncoded(String label) {
    if (!label.regionMatches(true, 0, "xn--", 0, 4)) {
      return false;
    }
    String decoded = Punycode.decode(label.substring(4));
    return decoded != null
        && decoded.chars().anyMatch(c -> c >= 128)
        && UnicodeLabels.isValid(decoded);
  }

  private static int encodedLength(String label) {
    if (label.chars().allMatch(c -> c < 128)) {
      return label.length();
    }
    try {
      return IDN.toASCII(label, IDN.ALLOW_UNASSIGNED).length();
    } catch (IllegalArgumentException tooLong) {
      return LONGEST_LABEL + 1;
    }
  }
}
