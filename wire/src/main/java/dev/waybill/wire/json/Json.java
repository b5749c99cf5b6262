package dev.waybill.wire.json;

import dev.waybill.bytes.Utf8;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/// The limits that hold for every document, and the test whether bytes are one.
public final class Json {

  /// How deep a document may nest, whatever it holds included.
  static final int DEPTH = 64;

  /// How deep a payload may nest to be shown as JSON: a document around it needs the rest.
  private static final int PAYLOAD_DEPTH = DEPTH - 4;

  private static final int NUMBER_LENGTH = 100;

  static final JsonFactory FACTORY = factory(DEPTH);
  private static final JsonFactory PAYLOADS = factory(PAYLOAD_DEPTH);

  private Json() {}

  /// Whether the bytes are one JSON value that may stand inside a document as it is.
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

  /// Reads UTF-8 only: what looks like UTF-16 or UTF-32 is not guessed at.
  private static JsonFactory factory(int depth) {
    return JsonFactory.builder()
        .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(depth)
                .maxNumberLength(NUMBER_LENGTH)
                .maxStringLength(Integer.MAX_VALUE)
                .build())
        .build();
  }
}
