package dev.waybill.bus.redis;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// An entry of a stream: the JSON in one field, or one field per key of the event.
///
/// @param id the ID of the entry
record StreamEntry(String id, Map<String, String> fields) {

  /// Marks entries that Waybill has added. The value is the group of its binding, which does not
  /// read them again; other deployments have other groups.
  static final String MARK = "waybill";

  /// Keys of the bus whose values are not text.
  private static final Set<String> NOT_TEXT = Set.of("retries", "llm_confidence", "metadata");

  /// Whether the binding with this group has added it.
  boolean isOf(String group) {
    return group.equals(fields.get(MARK));
  }

  /// @param field the name of the field with the JSON
  String json(String field) {
    String named = fields.get(field);
    if (named != null) {
      return named;
    }
    Map<String, String> event = new TreeMap<>(fields);
    event.remove(MARK);
    if (event.size() == 1) {
      return event.values().iterator().next();
    }
    return event.entrySet().stream()
        .map(entry -> quoted(entry.getKey()) + ":" + value(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  /// Redis knows only text. An empty number or object is null, as optional fields may be.
  private static String value(String key, String text) {
    if (!NOT_TEXT.contains(key)) {
      return quoted(text);
    }
    return text.isBlank() ? "null" : text;
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      switch (letter) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        default -> {
          if (letter < ' ') {
            json.append("\\u%04x".formatted((int) letter));
          } else {
            json.append(letter);
          }
        }
      }
    }
    return json.append('"').toString();
  }
}
