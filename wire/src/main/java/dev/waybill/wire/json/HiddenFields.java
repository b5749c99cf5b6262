package dev.waybill.wire.json;

import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// Removes the values of some fields from documents, where secrets must not be stored.
public final class HiddenFields {

  private static final String HIDDEN = "\"(hidden)\"";

  private HiddenFields() {}

  /// The text with `"(hidden)"` as the value of each field with one of these names, at any depth.
  /// Empty if the text is not one JSON document, because its content is then unknown.
  public static Optional<String> hide(String json, Set<String> names) {
    StringBuilder shown = new StringBuilder(json.length());
    int copied = 0;
    try (JsonParser parser = Json.FACTORY.createParser(ObjectReadContext.empty(), json)) {
      for (JsonToken at = parser.nextToken(); at != null; at = parser.nextToken()) {
        if (at == JsonToken.PROPERTY_NAME && names.contains(parser.currentName())) {
          parser.nextToken();
          int begin = (int) parser.currentTokenLocation().getCharOffset();
          parser.skipChildren();
          parser.finishToken();
          shown.append(json, copied, begin).append(HIDDEN);
          copied = (int) parser.currentLocation().getCharOffset();
        }
      }
    } catch (JacksonException malformed) {
      return Optional.empty();
    }
    return Optional.of(shown.append(json, copied, json.length()).toString());
  }
}
