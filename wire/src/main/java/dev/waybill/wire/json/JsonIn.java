package dev.waybill.wire.json;

import dev.waybill.Code;
import dev.waybill.Payload;
import dev.waybill.WaybillException;
import dev.waybill.base.Decimals;
import dev.waybill.base.Durations;
import dev.waybill.base.Text;
import dev.waybill.bytes.Utf8;
import dev.waybill.result.FieldError;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;

/// Reads one document sequentially. Any deviation ends the reading with an [InvalidDocument] that
/// has a pointer.
public final class JsonIn {

  private final byte[] bytes;
  private final JsonParser parser;
  private final boolean lenient;

  private JsonIn(byte[] bytes, JsonParser parser, boolean lenient) {
    this.bytes = bytes;
    this.parser = parser;
    this.lenient = lenient;
  }

  /// Reads bytes that hold one document.
  public static <T> T read(byte[] bytes, Function<JsonIn, T> codec) {
    return read(bytes, false, codec);
  }

  /// Reads an answer of a server: unknown fields are ignored, because a newer server may send more.
  public static <T> T readAnswer(byte[] bytes, Function<JsonIn, T> codec) {
    return read(bytes, true, codec);
  }

  private static <T> T read(byte[] bytes, boolean lenient, Function<JsonIn, T> codec) {
    if (!Utf8.isValid(bytes)) {
      throw InvalidDocument.at("", "malformed_json", "the body is not valid UTF-8");
    }
    try (JsonParser parser = Json.FACTORY.createParser(ObjectReadContext.empty(), bytes)) {
      JsonIn in = new JsonIn(bytes, parser, lenient);
      return in.document(codec);
    }
  }

  private <T> T document(Function<JsonIn, T> codec) {
    try {
      if (parser.nextToken() == null) {
        throw InvalidDocument.at("", "malformed_json", "the body is empty; send a JSON document");
      }
      T document = codec.apply(this);
      if (parser.nextToken() != null) {
        throw InvalidDocument.at("", "malformed_json", "the document ends before the body does");
      }
      return document;
    } catch (StreamConstraintsException beyond) {
      throw error("too_large", JsonProblems.words(beyond));
    } catch (JacksonException malformed) {
      throw error("malformed_json", "this is not JSON: " + JsonProblems.words(malformed));
    }
  }

  /// Reads the fields of an object of this shape.
  void object(Shape shape, Values values) {
    expect(JsonToken.START_OBJECT, "an object");
    long seen = 0;
    long given = 0;
    int index = -1;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      index = shape.indexOf(name, index + 1);
      if (index < 0 && lenient) {
        parser.nextToken();
        parser.skipChildren();
        continue;
      }
      admit(shape, name, index, seen);
      long bit = 1L << index;
      seen |= bit;
      boolean isNull = parser.nextToken() == JsonToken.VALUE_NULL;
      if (!isNull || shape.fields().get(index).kind() == Shape.Scalar.ANY) {
        given |= bit;
        values.read(index);
      } else {
        values.remove(index);
      }
    }
    if (!values.isMerging()) {
      requireAll(shape, given);
    }
  }

  private void admit(Shape shape, String name, int index, long seen) {
    if (index < 0) {
      throw error(
          "unknown_field",
          "unknown field " + Text.quote(name) + Spelling.hint(name, shape.names()));
    }
    if ((seen & 1L << index) != 0) {
      throw error("duplicate_field", "the field occurs twice");
    }
  }

  void requireAll(Shape shape, long given) {
    long missing = shape.required() & ~given;
    if (missing != 0) {
      Shape.Field field = shape.fields().get(Long.numberOfTrailingZeros(missing));
      String pointer = pointer() + "/" + field.name();
      throw InvalidDocument.at(pointer, "missing_field", "the field is required");
    }
  }

  /// Reads a list of at most `most` items.
  public <T> List<T> list(int most, Supplier<T> item) {
    expect(JsonToken.START_ARRAY, "a list");
    List<T> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (items.size() == most) {
        throw new InvalidDocument(
            Code.TOO_MANY_ITEMS,
            new FieldError(listPointer(), "too_many_items", "at most " + most + " items"));
      }
      items.add(item.get());
    }
    return items;
  }

  private String listPointer() {
    TokenStreamContext at = parser.streamReadContext();
    TokenStreamContext list = parser.currentToken().isStructStart() ? at.getParent() : at;
    return list.getParent().pathAsPointer().toString();
  }

  /// Reads an object with names that the caller chose, in their order.
  public <T> Map<String, T> entries(int most, Supplier<T> value) {
    expect(JsonToken.START_OBJECT, "an object");
    Map<String, T> entries = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      if (entries.size() == most) {
        throw error("too_many_items", "at most " + most + " entries");
      }
      parser.nextToken();
      if (entries.put(storable(name), value.get()) != null) {
        throw error("duplicate_field", "the field occurs twice");
      }
    }
    return entries;
  }

  public boolean isText() {
    return parser.currentToken() == JsonToken.VALUE_STRING;
  }

  public boolean isNumber() {
    JsonToken token = parser.currentToken();
    return token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT;
  }

  public boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  public boolean isObject() {
    return parser.currentToken() == JsonToken.START_OBJECT;
  }

  public boolean isList() {
    return parser.currentToken() == JsonToken.START_ARRAY;
  }

  public String text() {
    expect(JsonToken.VALUE_STRING, "a text");
    return storable(parser.getString());
  }

  private String storable(String text) {
    if (!Text.isStorable(text)) {
      throw error("invalid_value", "the text has a NUL character or a lone surrogate");
    }
    return text;
  }

  public long whole(long least, long most) {
    expect(JsonToken.VALUE_NUMBER_INT, "a whole number");
    try {
      long value = parser.getLongValue();
      if (value >= least && value <= most) {
        return value;
      }
    } catch (InputCoercionException beyond) {
      // handled below, like any other number that is out of range
    }
    throw error("invalid_value", "must be " + least + " to " + most);
  }

  public int count() {
    return (int) whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  public double decimal() {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      expect(JsonToken.VALUE_NUMBER_FLOAT, "a number");
    }
    return parser.getDoubleValue();
  }

  /// A number within [Decimals], exactly as written.
  public BigDecimal number() {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      expect(JsonToken.VALUE_NUMBER_FLOAT, "a number");
    }
    return Decimals.parse(parser.getString())
        .orElseThrow(
            () ->
                error(
                    "invalid_value",
                    "must have at most " + Decimals.MAX_DIGITS + " digits, zeros included"));
  }

  public boolean flag() {
    if (parser.currentToken() != JsonToken.VALUE_FALSE) {
      expect(JsonToken.VALUE_TRUE, "true or false");
    }
    return parser.getBooleanValue();
  }

  public Instant time() {
    String text = text();
    try {
      return TimeText.parse(text);
    } catch (DateTimeException malformed) {
      throw error(
          "invalid_value", "must be a time such as 2026-01-31T09:30:00Z; it is " + quoted(text));
    }
  }

  public Duration span() {
    String text = text();
    return Durations.parse(text)
        .orElseThrow(
            () ->
                error(
                    "invalid_value",
                    "must be a duration such as "
                        + Durations.EXAMPLES
                        + "; it is "
                        + quoted(text)));
  }

  /// The index of the text in the list.
  int word(List<String> words) {
    String text = text();
    int index = words.indexOf(text);
    if (index >= 0) {
      return index;
    }
    throw error(
        "invalid_value",
        "must be one of " + words + Spelling.hint(text, words) + "; it is " + quoted(text));
  }

  /// The bytes of any JSON value, exactly as in the document.
  public Payload raw() {
    int from = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken();
    int to = (int) parser.currentLocation().getByteOffset();
    return Payload.wrap(Arrays.copyOfRange(bytes, from, to));
  }

  public Payload base64() {
    expect(JsonToken.VALUE_STRING, "a text");
    try {
      return Payload.wrap(Base64.getDecoder().decode(plainText()));
    } catch (IllegalArgumentException malformed) {
      throw error("invalid_value", "must be base64 (RFC 4648, with padding)");
    }
  }

  /// The bytes of a text, usually copied from the document, which is much faster for long texts.
  private byte[] plainText() {
    int from = (int) parser.currentTokenLocation().getByteOffset() + 1;
    int to = from;
    while (to < bytes.length && bytes[to] != '"' && bytes[to] != '\\') {
      to++;
    }
    boolean ends = to < bytes.length && bytes[to] == '"';
    return ends
        ? Arrays.copyOfRange(bytes, from, to)
        : parser.getString().getBytes(StandardCharsets.UTF_8);
  }

  /// The error at the current position for a value that was rejected.
  InvalidDocument rejected(WaybillException why) {
    return why instanceof InvalidDocument known
        ? known
        : new InvalidDocument(
            why.code(),
            new FieldError(pointer(), "invalid_value", String.valueOf(why.getMessage())));
  }

  /// An error at the current position.
  public InvalidDocument error(String code, String message) {
    return InvalidDocument.at(pointer(), code, message);
  }

  private void expect(JsonToken token, String what) {
    if (parser.currentToken() != token) {
      throw error("wrong_type", "must be " + what);
    }
  }

  private String pointer() {
    return parser.streamReadContext().pathAsPointer().toString();
  }

  private static String quoted(String text) {
    return Text.quote(text);
  }
}
