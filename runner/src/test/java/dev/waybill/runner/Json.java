package dev.waybill.runner;

import dev.waybill.Payload;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Parses a flat object; arrays are skipped.
final class Json {

  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  static Map<String, String> read(Payload payload) {
    Map<String, String> fields = new LinkedHashMap<>();
    try (JsonParser parser =
        FACTORY.createParser(ObjectReadContext.empty(), payload.bytesWithoutCopy())) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() == JsonToken.START_ARRAY) {
          parser.skipChildren();
        } else {
          fields.put(name, parser.getString());
        }
      }
    }
    return fields;
  }

  static String quote(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
  }
}
