package dev.waybill.events.format;

/// Email addresses of RFC 5321, and internationalized ones of RFC 6531.
final class Mail {

  private static final String ATOM_SIGNS = "!#$%&'*+-/=?^_`{|}~";

  private Mail() {}

  static boolean isAddress(String text, boolean international) {
    int at = text.lastIndexOf('@');
    return at > 0
        && text.length() <= 2_000
        && isLocal(text.substring(0, at), international)
        && isDomain(text.substring(at + 1), international);
  }

  private static boolean isLocal(String local, boolean international) {
    return (local.length() > 1 && local.charAt(0) == '"')
        ? isQuoted(local, international)
        : isDotted(local, international);
  }

  private static boolean isDotted(String local, boolean international) {
    boolean afterDot = true;
    for (int i = 0; i < local.length(); i++) {
      char c = local.charAt(i);
      boolean dot = c == '.';
      if (dot ? afterDot : !isAtom(c, international)) {
        return false;
      }
      afterDot = dot;
    }
    return !afterDot;
  }

  private static boolean isAtom(char c, boolean international) {
    return (c < 128 && Character.isLetterOrDigit(c))
        || ATOM_SIGNS.indexOf(c) >= 0
        || (international && c >= 128);
  }

  private static boolean isQuoted(String local, boolean international) {
    int end = local.length() - 1;
    for (int i = 1; i < end; i++) {
      char c = local.charAt(i);
      boolean escaped = c == '\\' && i + 1 < end;
      boolean printable = (c >= ' ' && c < 127) || (international && c >= 128);
      if (c == '"' || !printable || (c == '\\' && !escaped)) {
        return false;
      }
      i += escaped ? 1 : 0;
    }
    return end > 0 && local.charAt(end) == '"';
  }

  private static boolean isDomain(String domain, boolean international) {
    if (!domain.startsWith("[")) {
      return HostNames.isHostName(domain, international);
    }
    if (!domain.endsWith("]")) {
      return false;
    }
    String literal = domain.substring(1, domain.length() - 1);
    return literal.startsWith("IPv6:")
        ? Addresses.isIpv6(literal.substring(5))
        : Addresses.isIpv4(literal);
  }
}
