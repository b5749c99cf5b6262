package dev.waybill.events.schema;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Reads and writes trees of JSON within limits.
final class Json {

  static final int DEPTH = 100;

  /// For events: as fast as it goes.
  static final JsonMapper EVENTS = new JsonMapper(bounded().build());

  /// For schemas: a key that stands twice is refused.
  private static final JsonMapper STRICT =
      new JsonMapper(bounded().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build());

  private Json() {}

  /// The document, or [Code#INVALID_ARGUMENT] with the place where it stops being JSON.
  static JsonNode read(String text) {
    try {
      return STRICT.readTree(text);
    } catch (JacksonException broken) {
      throw new WaybillException(Code.INVALID_ARGUMENT, words(broken), broken);
    }
  }

  static String write(JsonNode node) {
    return STRICT.writeValueAsString(node);
  }

  static String pretty(JsonNode node) {
    return STRICT.writerWithDefaultPrettyPrinter().writeValueAsString(node);
  }

  static String words(JacksonException broken) {
    var at = broken.getLocation();
    String where = at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    return "is not JSON" + where + ": " + broken.getOriginalMessage();
  }

  private static JsonFactoryBuilder bounded() {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(DEPTH).maxNumberLength(100).build());
  }
}
