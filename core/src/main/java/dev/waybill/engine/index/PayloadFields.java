package dev.waybill.engine.index;

import dev.waybill.Payload;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/// Looks for a field in a JSON payload. Elements of a list count as values of the field. Stops
/// where the payload is not JSON.
final class PayloadFields {

  private static final int DEEPEST = 64;

  private final String json;
  private final String path;
  private final Predicate<String> wanted;
  private int at;

  private PayloadFields(String json, String path, Predicate<String> wanted) {
    this.json = json;
    this.path = path;
    this.wanted = wanted;
  }

  /// @param path names of fields with dots between them
  /// @param wanted decides on the text of a value; texts come without quotes
  static boolean has(Payload payload, String path, Predicate<String> wanted) {
    if (payload.blob() != null) {
      return false;
    }
    String json = new String(payload.bytesWithoutCopy(), StandardCharsets.UTF_8);
    return new PayloadFields(json, path, wanted).value("", 0);
  }

  /// Reads one value; whether it is a field that is wanted, or contains one.
  private boolean value(String here, int depth) {
    blanks();
    if (at >= json.length() || depth > DEEPEST) {
      at = json.length();
      return false;
    }
    return switch (json.charAt(at)) {
      case '{' -> object(here, depth);
      case '[' -> list(here, depth);
      case '"' -> isWanted(here, text());
      default -> isWanted(here, word());
    };
  }

  private boolean isWanted(String here, String value) {
    return here.equals(path) && wanted.test(value);
  }

  private boolean object(String here, int depth) {
    at++;
    boolean found = false;
    while (!found && !isAtEnd('}')) {
      if (json.charAt(at) != '"') {
        at = json.length();
        return false;
      }
      String name = text();
      isAtEnd(':');
      found = value(here.isEmpty() ? name : here + "." + name, depth + 1);
    }
    return found;
  }

  private boolean list(String here, int depth) {
    at++;
    boolean found = false;
    while (!found && !isAtEnd(']')) {
      found = value(here, depth + 1);
    }
    return found;
  }

  /// Skips blanks, commas and this character; whether the character was there, or nothing is left.
  private boolean isAtEnd(char end) {
    blanks();
    if (at < json.length() && json.charAt(at) == ',') {
      at++;
      blanks();
    }
    if (at < json.length() && json.charAt(at) != end) {
      return false;
    }
    at++;
    return true;
  }

  private void blanks() {
    while (at < json.length() && Character.isWhitespace(json.charAt(at))) {
      at++;
    }
  }

  private String word() {
    int from = at;
    while (at < json.length() && ",}] \n\r\t".indexOf(json.charAt(at)) < 0) {
      at++;
    }
    if (at == from) {
      at = json.length();
    }
    return json.substring(from, Math.max(from, Math.min(at, json.length())));
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    at++;
    while (at < json.length() && json.charAt(at) != '"') {
      text.append(json.charAt(at) == '\\' ? escaped() : json.charAt(at));
      at++;
    }
    at++;
    return text.toString();
  }

  private char escaped() {
    at++;
    char code = at < json.length() ? json.charAt(at) : '"';
    return switch (code) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'u' -> unicode();
      default -> code;
    };
  }

  private char unicode() {
    int end = Math.min(json.length(), at + 5);
    try {
      char character = (char) Integer.parseInt(json.substring(at + 1, end), 16);
      at = end - 1;
      return character;
    } catch (NumberFormatException malformed) {
      return '?';
    }
  }
}
