package dev.waybill.events.format;

/// IPv4 and IPv6 addresses as in RFC 2673 and RFC 4291.
final class Addresses {

  private static final int GROUPS = 8;

  private Addresses() {}

  static boolean isIpv4(String text) {
    if (text.length() > 15) {
      return false;
    }
    String[] parts = text.split("\\.", -1);
    boolean good = parts.length == 4;
    for (String part : parts) {
      good &= isOctet(part);
    }
    return good;
  }

  private static boolean isOctet(String part) {
    if (part.isEmpty() || part.length() > 3 || !part.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return false;
    }
    return (part.length() == 1 || part.charAt(0) != '0') && Integer.parseInt(part) <= 255;
  }

  static boolean isIpv6(String text) {
    if (text.length() > 45 || text.length() < 2) {
      return false;
    }
    int gap = text.indexOf("::");
    if (gap < 0) {
      return groups(text, true) == GROUPS;
    }
    String before = text.substring(0, gap);
    String after = text.substring(gap + 2);
    int left = before.isEmpty() ? 0 : groups(before, false);
    int right = after.isEmpty() ? 0 : groups(after, true);
    return left >= 0 && right >= 0 && left + right < GROUPS;
  }

  /// The number of 16-bit groups, or -1 if invalid; the last one may be an IPv4 address.
  private static int groups(String text, boolean last) {
    String[] parts = text.split(":", -1);
    int count = 0;
    for (int i = 0; i < parts.length; i++) {
      if (isGroup(parts[i])) {
        count++;
      } else if (last && i == parts.length - 1 && isIpv4(parts[i])) {
        count += 2;
      } else {
        return -1;
      }
    }
    return count;
  }

  private static boolean isGroup(String part) {
    return !part.isEmpty()
        && part.length() <= 4
        && part.chars().allMatch(c -> c < 128 && Character.digit(c, 16) >= 0);
  }
}
