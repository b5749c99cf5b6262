package dev.waybill.events.format;

/// URIs of RFC 3986, and IRIs of RFC 3987.
final class Uris {

  private static final String UNRESERVED_SIGNS = "-._~";
  private static final String SUB_DELIMITERS = "!$&'()*+,;=";

  private final String text;
  private final boolean international;

  private Uris(String text, boolean international) {
    this.text = text;
    this.international = international;
  }

  static boolean isUri(String text, boolean international) {
    int scheme = schemeEnd(text);
    return scheme > 0 && new Uris(text, international).isFrom(scheme + 1);
  }

  static boolean isReference(String text, boolean international) {
    if (isUri(text, international)) {
      return true;
    }
    int slash = text.indexOf('/');
    int colon = text.indexOf(':');
    boolean colonFirst = colon >= 0 && (slash < 0 || colon < slash) && !isBehindMark(text, colon);
    return !colonFirst && new Uris(text, international).isFrom(0);
  }

  /// A colon in the query or the fragment does not end a scheme.
  private static boolean isBehindMark(String text, int colon) {
    return text.lastIndexOf('?', colon) >= 0 || text.lastIndexOf('#', colon) >= 0;
  }

  /// The end of the scheme, or -1 without a scheme.
  private static int schemeEnd(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        return i == 0 ? -1 : i;
      }
      boolean letter = (c | 32) >= 'a' && (c | 32) <= 'z';
      boolean later = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      if (!letter && (i == 0 || !later)) {
        return -1;
      }
    }
    return -1;
  }

  private boolean isFrom(int start) {
    int fragment = text.indexOf('#', start);
    int end = fragment < 0 ? text.length() : fragment;
    int query = text.indexOf('?', start);
    int pathEnd = query < 0 || query > end ? end : query;
    return (fragment < 0 || isMadeOf(fragment + 1, text.length(), "/?:@" + SUB_DELIMITERS))
        && (pathEnd == end || isMadeOf(pathEnd + 1, end, "/?:@" + SUB_DELIMITERS))
        && isHierarchy(start, pathEnd);
  }

  private boolean isHierarchy(int start, int end) {
    if (!text.startsWith("//", start) || end < start + 2) {
      return isMadeOf(start, end, "/:@" + SUB_DELIMITERS);
    }
    int path = text.indexOf('/', start + 2);
    int authorityEnd = path < 0 || path > end ? end : path;
    return isAuthority(start + 2, authorityEnd)
        && isMadeOf(authorityEnd, end, "/:@" + SUB_DELIMITERS);
  }

  private boolean isAuthority(int start, int end) {
    int at = text.lastIndexOf('@', end - 1);
    int host = at < start ? start : at + 1;
    if (at >= start && !isMadeOf(start, at, ":" + SUB_DELIMITERS)) {
      return false;
    }
    int hostEnd = hostEnd(host, end);
    return hostEnd >= 0 && isHost(host, hostEnd) && isPort(hostEnd, end);
  }

  private int hostEnd(int host, int end) {
    if (host < end && text.charAt(host) == '[') {
      int bracket = text.indexOf(']', host);
      return bracket < 0 || bracket >= end ? -1 : bracket + 1;
    }
    int colon = text.indexOf(':', host);
    return colon < 0 || colon > end ? end : colon;
  }

  private boolean isHost(int start, int end) {
    if (start >= end || text.charAt(start) != '[') {
      return isMadeOf(start, end, SUB_DELIMITERS);
    }
    String literal = text.substring(start + 1, end - 1);
    return Addresses.isIpv6(literal) || isFuture(literal);
  }

  /// An address of a future version of the protocol, such as `v1.a`.
  private static boolean isFuture(String literal) {
    int dot = literal.indexOf('.');
    return dot > 1
        && (literal.charAt(0) | 32) == 'v'
        && literal.substring(1, dot).chars().allMatch(c -> c < 128 && Character.digit(c, 16) >= 0)
        && dot + 1 < literal.length()
        && new Uris(literal, false).isMadeOf(dot + 1, literal.length(), ":" + SUB_DELIMITERS);
  }

  private boolean isPort(int start, int end) {
    if (start == end) {
      return true;
    }
    return text.charAt(start) == ':'
        && text.substring(start + 1, end).chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private boolean isMadeOf(int start, int end, String signs) {
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      if (c == '%') {
        if (i + 2 >= end || !isHex(text.charAt(i + 1)) || !isHex(text.charAt(i + 2))) {
          return false;
        }
        i += 2;
      } else if (!isPlain(c) && signs.indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isPlain(char c) {
    return c < 128
        ? Character.isLetterOrDigit(c) || UNRESERVED_SIGNS.indexOf(c) >= 0
        : international && c >= 0xA0;
  }

  static boolean isHex(char c) {
    return c < 128 && Character.digit(c, 16) >= 0;
  }
}
