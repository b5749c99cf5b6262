package dev.waybill.events.envelope;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds the positions of values in the bytes of a JSON document, so that a value can be extracted
/// or replaced while all other bytes stay the same. The document must already have been parsed:
/// this class checks nothing.
final class JsonSpans {

  /// From `start` (inclusive) to `end` (exclusive).
  record Span(int start, int end) {

    byte[] of(byte[] json) {
      return Arrays.copyOfRange(json, start, end);
    }

    /// The value with the whitespace around it.
    Span withBlanks(byte[] json) {
      int from = start;
      while (from > 0 && isBlank(json[from - 1])) {
        from--;
      }
      int to = end;
      while (to < json.length && isBlank(json[to])) {
        to++;
      }
      return new Span(from, to);
    }
  }

  private final byte[] json;
  private int at;

  private JsonSpans(byte[] json, int at) {
    this.json = json;
    this.at = at;
  }

  /// The value of the document, without the whitespace around it.
  static Span document(byte[] json) {
    return new JsonSpans(json, 0).value();
  }

  /// The values of an object by name, in document order.
  static Map<String, Span> members(byte[] json, Span object) {
    JsonSpans spans = new JsonSpans(json, object.start + 1);
    Map<String, Span> members = new LinkedHashMap<>();
    while (spans.hasNext('}')) {
      Span name = spans.value();
      spans.skipBlanks();
      spans.at++;
      members.put(spans.text(name), spans.value());
    }
    return members;
  }

  /// The elements of an array.
  static List<Span> elements(byte[] json, Span array) {
    JsonSpans spans = new JsonSpans(json, array.start + 1);
    List<Span> elements = new ArrayList<>();
    while (spans.hasNext(']')) {
      elements.add(spans.value());
    }
    return elements;
  }

  private boolean hasNext(char end) {
    skipBlanks();
    if (json[at] == ',') {
      at++;
      skipBlanks();
    }
    return json[at] != end;
  }

  private Span value() {
    skipBlanks();
    int start = at;
    switch (json[at]) {
      case '"' -> skipString();
      case '{', '[' -> skipNested();
      default -> skipWord();
    }
    return new Span(start, at);
  }

  private void skipString() {
    at++;
    while (json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    at++;
  }

  private void skipNested() {
    int depth = 0;
    do {
      switch (json[at]) {
        case '"' -> {
          skipString();
          continue;
        }
        case '{', '[' -> depth++;
        case '}', ']' -> depth--;
        default -> {}
      }
      at++;
    } while (depth > 0);
  }

  private void skipWord() {
    while (at < json.length && ",]} \t\r\n".indexOf(json[at]) < 0) {
      at++;
    }
  }

  private void skipBlanks() {
    while (at < json.length && isBlank(json[at])) {
      at++;
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  private String text(Span string) {
    return StrictJson.MAPPER.readTree(string.of(json)).stringValue();
  }
}
