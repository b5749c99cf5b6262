package dev.waybill.documents.embed;

import dev.waybill.documents.embed.Embedder.Embedded;
import dev.waybill.documents.embed.RemoteApi.AnswerFields;
import dev.waybill.wire.json.Json;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/// Reads the answer of an embedding service, which is not trusted. Unknown fields are ignored.
final class AnswerReader {

  private static final int DEPTH = 32;
  private static final int DIGITS = 100;

  private final AnswerFields fields;
  private final int dimension;
  private final @Nullable Vector[] vectors;
  private long tokens;
  private int seen;

  private AnswerReader(AnswerFields fields, int dimension, int texts) {
    this.fields = fields;
    this.dimension = dimension;
    this.vectors = new Vector[texts];
  }

  /// @param texts how many texts were sent
  /// @param estimate the number of tokens if the answer does not tell
  static Embedded read(byte[] answer, RemoteApi api, int texts, long estimate)
      throws EmbeddingException {
    AnswerReader reader = new AnswerReader(api.fields(), api.model().dimension(), texts);
    try (JsonParser parser =
        Json.factory(DEPTH, DIGITS).createParser(ObjectReadContext.empty(), answer)) {
      reader.document(parser);
    } catch (JacksonException malformed) {
      throw malformed("is not valid JSON");
    }
    return reader.embedded(estimate);
  }

  private static EmbeddingException malformed(String problem) {
    return EmbeddingException.retryable("the answer of the embedding service " + problem, null);
  }

  private Embedded embedded(long estimate) throws EmbeddingException {
    if (seen != vectors.length || Arrays.stream(vectors).anyMatch(Objects::isNull)) {
      throw malformed("has " + seen + " vectors for " + vectors.length + " texts");
    }
    return new Embedded(
        Arrays.stream(vectors).map(Objects::requireNonNull).toList(),
        tokens > 0 ? tokens : estimate);
  }

  private void document(JsonParser parser) throws EmbeddingException {
    expect(parser.nextToken() == JsonToken.START_OBJECT, "is not an object");
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals(fields.vectors()) && value == JsonToken.START_ARRAY) {
        vectors(parser);
      } else if (name.equals(fields.usage()) && value == JsonToken.START_OBJECT) {
        usage(parser);
      } else {
        parser.skipChildren();
      }
    }
  }

  private void usage(JsonParser parser) {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals(fields.tokens()) && value == JsonToken.VALUE_NUMBER_INT) {
        tokens = Math.max(0, parser.getLongValue());
      }
      parser.skipChildren();
    }
  }

  private void vectors(JsonParser parser) throws EmbeddingException {
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      vector(parser);
    }
  }

  /// Without an index, vectors are in the order of the texts.
  private void vector(JsonParser parser) throws EmbeddingException {
    int index = seen;
    Vector vector = null;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals(fields.values()) && value == JsonToken.START_ARRAY) {
        vector = numbers(parser);
      } else if (name.equals("index") && value == JsonToken.VALUE_NUMBER_INT) {
        index = parser.getIntValue();
      } else {
        parser.skipChildren();
      }
    }
    expect(vector != null, "has an object without a vector");
    seen++;
    expect(index >= 0 && index < vectors.length, "has a vector for a text that was not sent");
    vectors[index] = vector;
  }

  private Vector numbers(JsonParser parser) throws EmbeddingException {
    float[] values = new float[dimension];
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      expect(parser.currentToken().isNumeric(), "has a vector of other things than numbers");
      float value = parser.getFloatValue();
      expect(Float.isFinite(value), "has a number that is too large");
      if (count < dimension) {
        values[count] = value;
      }
      count++;
    }
    if (count != dimension) {
      throw EmbeddingException.refused(
          "the embedding service answers with vectors of dimension "
              + count
              + ", but documents.embedding.dimension is "
              + dimension);
    }
    return Vector.of(values);
  }

  private static void expect(boolean holds, String otherwise) throws EmbeddingException {
    if (!holds) {
      throw malformed(otherwise);
    }
  }
}
