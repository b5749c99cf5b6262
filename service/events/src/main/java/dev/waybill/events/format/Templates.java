package dev.waybill.events.format;

/// URI templates of RFC 6570.
final class Templates {

  private static final String OPERATORS = "+#./;?&=,!@|";

  private Templates() {}

  static boolean isTemplate(String text) {
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '{') {
        int end = text.indexOf('}', at);
        if (end < 0 || !isExpression(text.substring(at + 1, end))) {
          return false;
        }
        at = end + 1;
      } else if (c == '%' && !isEncoded(text, at)) {
        return false;
      } else if (c <= ' ' || c == 127 || "\"<>\\^`|}".indexOf(c) >= 0) {
        return false;
      } else {
        at++;
      }
    }
    return true;
  }

  private static boolean isEncoded(String text, int at) {
    return at + 2 < text.length()
        && Uris.isHex(text.charAt(at + 1))
        && Uris.isHex(text.charAt(at + 2));
  }

  private static boolean isExpression(String expression) {
    boolean operator = !expression.isEmpty() && OPERATORS.indexOf(expression.charAt(0)) >= 0;
    for (String variable : expression.substring(operator ? 1 : 0).split(",", -1)) {
      if (!isVariable(variable)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isVariable(String variable) {
    int colon = variable.indexOf(':');
    String name =
        colon >= 0
            ? variable.substring(0, colon)
            : variable.endsWith("*") ? variable.substring(0, variable.length() - 1) : variable;
    return (colon < 0 || isLength(variable.substring(colon + 1))) && isName(name);
  }

  private static boolean isLength(String digits) {
    return !digits.isEmpty()
        && digits.length() <= 4
        && digits.charAt(0) != '0'
        && digits.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static boolean isName(String name) {
    if (name.isEmpty() || name.startsWith(".") || name.endsWith(".") || name.contains("..")) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || c == '_' || c == '.');
      if (c == '%' ? !isEncoded(name, i) : !plain) {
        return false;
      }
    }
    return true;
  }
}
