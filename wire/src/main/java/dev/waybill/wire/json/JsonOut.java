package dev.waybill.wire.json;

import dev.waybill.Payload;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;

/// Writes one document. Fields without a value are omitted.
public final class JsonOut {

  private static final Base64.Encoder BASE64 = Base64.getEncoder();

  private final JsonGenerator generator;
  private final Encoding encoding;

  private JsonOut(JsonGenerator generator, Encoding encoding) {
    this.generator = generator;
    this.encoding = encoding;
  }

  /// The bytes of an object whose fields are written by `fields`.
  public static byte[] write(Encoding encoding, Consumer<JsonOut> fields) {
    Written bytes = new Written();
    try (JsonGenerator generator =
        Json.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      new JsonOut(generator, encoding).object(fields);
    }
    return bytes.all();
  }

  public static byte[] write(Consumer<JsonOut> fields) {
    return write(Encoding.JSON, fields);
  }

  /// The bytes of maps, lists, texts, numbers, flags and nulls, such as those of a YAML file. Other
  /// values are written as text.
  public static byte[] tree(@Nullable Object value) {
    Written bytes = new Written();
    try (JsonGenerator generator =
        Json.FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      write(generator, value);
    }
    return bytes.all();
  }

  private static void write(JsonGenerator generator, @Nullable Object value) {
    switch (value) {
      case null -> generator.writeNull();
      case Map<?, ?> map -> {
        generator.writeStartObject();
        map.forEach(
            (name, one) -> {
              generator.writeName(String.valueOf(name));
              write(generator, one);
            });
        generator.writeEndObject();
      }
      case List<?> list -> {
        generator.writeStartArray();
        list.forEach(one -> write(generator, one));
        generator.writeEndArray();
      }
      case Boolean flag -> generator.writeBoolean(flag);
      case Integer number -> generator.writeNumber(number);
      case Long number -> generator.writeNumber(number);
      case BigInteger number -> generator.writeNumber(number);
      case BigDecimal number -> generator.writeNumber(number);
      case Double number -> generator.writeNumber(number);
      default -> generator.writeString(value.toString());
    }
  }

  /// A document that comes in one piece, as most do, is not copied again.
  private static final class Written extends ByteArrayOutputStream {

    Written() {
      super(0);
    }

    byte[] all() {
      return count == buf.length ? buf : toByteArray();
    }
  }

  public void object(String name, Consumer<JsonOut> fields) {
    generator.writeName(name);
    object(fields);
  }

  /// Writes an object as an item of a list.
  public void object(Consumer<JsonOut> fields) {
    generator.writeStartObject();
    fields.accept(this);
    generator.writeEndObject();
  }

  void begin() {
    generator.writeStartObject();
  }

  void end() {
    generator.writeEndObject();
  }

  void name(SerializableString name) {
    generator.writeName(name);
  }

  public void none() {
    generator.writeNull();
  }

  public void text(String value) {
    generator.writeString(value);
  }

  public void text(SerializableString value) {
    generator.writeString(value);
  }

  public void number(long value) {
    generator.writeNumber(value);
  }

  void decimal(double value) {
    generator.writeNumber(value);
  }

  public void flag(boolean value) {
    generator.writeBoolean(value);
  }

  void time(Instant value) {
    byte[] text = TimeText.bytes(value);
    generator.writeRawUTF8String(text, 0, text.length);
  }

  void span(Duration value) {
    generator.writeString(value.toString());
  }

  <V> void items(Collection<V> items, Codec<V> item) {
    generator.writeStartArray();
    for (V one : items) {
      item.write(this, one);
    }
    generator.writeEndArray();
  }

  <V> void entries(Map<String, V> entries, Codec<V> value) {
    begin();
    entries.forEach(
        (name, one) -> {
          generator.writeName(name);
          value.write(this, one);
        });
    end();
  }

  /// Writes a field with a value.
  public <V> void value(String name, Codec<V> codec, V value) {
    generator.writeName(name);
    codec.write(this, value);
  }

  /// Writes a list; `item` writes one item.
  public <T> void list(String name, Collection<T> items, Consumer<T> item) {
    generator.writeName(name);
    generator.writeStartArray();
    items.forEach(item);
    generator.writeEndArray();
  }

  public <T> void objects(String name, Collection<T> items, Codec<T> item) {
    generator.writeName(name);
    items(items, item);
  }

  public void texts(String name, Collection<String> items) {
    list(name, items, generator::writeString);
  }

  public void text(String name, @Nullable String value) {
    if (value != null) {
      generator.writeName(name);
      generator.writeString(value);
    }
  }

  public void word(String name, @Nullable Enum<?> value) {
    text(name, value == null ? null : EnumWords.of(value));
  }

  public void number(String name, long value) {
    generator.writeName(name);
    generator.writeNumber(value);
  }

  public void decimal(String name, double value) {
    generator.writeName(name);
    generator.writeNumber(value);
  }

  public void number(BigDecimal value) {
    generator.writeNumber(value);
  }

  public void flag(String name, boolean value) {
    generator.writeName(name);
    generator.writeBoolean(value);
  }

  public void time(String name, @Nullable Instant value) {
    text(name, value == null ? null : TimeText.of(value));
  }

  public void span(String name, @Nullable Duration value) {
    text(name, value == null ? null : value.toString());
  }

  /// The bytes under `name` as JSON, or under `name_base64`. Empty bytes are never JSON.
  public void payload(String name, @Nullable Payload payload) {
    if (payload == null) {
      return;
    }
    byte[] bytes = payload.bytesWithoutCopy();
    if (encoding == Encoding.BASE64 || !Json.isValue(bytes)) {
      generator.writeName(name + "_base64");
      base64(payload);
      return;
    }
    generator.writeName(name);
    embed(bytes);
  }

  private void embed(byte[] json) {
    boolean oneLine = encoding == Encoding.JSON_LINE;
    generator.writeRawValue(oneLine ? RawJson.onOneLine(json) : new RawJson(json));
  }

  void base64(Payload payload) {
    byte[] text = BASE64.encode(payload.bytesWithoutCopy());
    generator.writeRawUTF8String(text, 0, text.length);
  }

  /// Writes a user's JSON. A text that is not JSON is written as a string, for the reader to
  /// reject.
  void json(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (Json.isValue(bytes)) {
      embed(bytes);
    } else {
      generator.writeString(text);
    }
  }

  /// Writes JSON that is known to be well-formed, such as a part of a description.
  public void raw(String name, String json) {
    generator.writeName(name);
    generator.writeRawValue(json);
  }
}
