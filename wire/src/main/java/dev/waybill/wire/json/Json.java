package dev.waybill.wire.json;

import dev.waybill.bytes.Utf8;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/// Setup and limits of Jackson, and validation of JSON bytes.
public final class Json {

  /// The maximum nesting depth of a document, including embedded values.
  static final int DEPTH = 64;

  /// The maximum nesting depth of a payload that is shown as JSON: the document around it needs the
  /// rest.
  private static final int PAYLOAD_DEPTH = DEPTH - 4;

  private static final int NUMBER_LENGTH = 100;

  static final JsonFactory FACTORY = factory(DEPTH, NUMBER_LENGTH);
  private static final JsonFactory PAYLOADS = factory(PAYLOAD_DEPTH, NUMBER_LENGTH);

  private Json() {}

  /// Whether the bytes are one JSON value that can be embedded in a document.
  public static boolean isValue(byte[] bytes) {
    if (bytes.length == 0 || !Utf8.isValid(bytes)) {
      return false;
    }
    try (JsonParser parser = PAYLOADS.createParser(ObjectReadContext.empty(), bytes)) {
      if (parser.nextToken() == null) {
        return false;
      }
      parser.skipChildren();
      parser.finishToken();
      return parser.nextToken() == null;
    } catch (JacksonException malformed) {
      return false;
    }
  }

  /// Accepts only UTF-8; UTF-16 and UTF-32 are not detected.
  ///
  /// @param depth the maximum nesting depth
  /// @param digits the maximum length of a number
  public static JsonFactory factory(int depth, int digits) {
    return JsonFactory.builder()
        .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(depth)
                .maxNumberLength(digits)
                .maxStringLength(Integer.MAX_VALUE)
                .build())
        .build();
  }
}
