package dev.waybill.schedules;

import dev.waybill.Payload;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Writes what schedules keep in the ledger. Fields without a value are left out.
final class JsonText {

  static final JsonFactory FACTORY = new JsonFactory();

  private final JsonGenerator out;

  private JsonText(JsonGenerator out) {
    this.out = out;
  }

  static Payload of(Consumer<JsonText> fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      new JsonText(generator).object(fields);
    }
    return Payload.wrap(bytes.toByteArray());
  }

  void object(String name, Consumer<JsonText> fields) {
    out.writeName(name);
    object(fields);
  }

  private void object(Consumer<JsonText> fields) {
    out.writeStartObject();
    fields.accept(this);
    out.writeEndObject();
  }

  <T> void objects(String name, Collection<T> items, BiConsumer<JsonText, T> fields) {
    out.writeName(name);
    out.writeStartArray();
    items.forEach(item -> object(json -> fields.accept(json, item)));
    out.writeEndArray();
  }

  void texts(String name, Collection<String> items) {
    out.writeName(name);
    out.writeStartArray();
    items.forEach(out::writeString);
    out.writeEndArray();
  }

  void text(String name, @Nullable String value) {
    if (value != null) {
      out.writeStringProperty(name, value);
    }
  }

  void time(String name, @Nullable Instant value) {
    text(name, value == null ? null : value.toString());
  }

  void span(String name, @Nullable Duration value) {
    text(name, value == null ? null : value.toString());
  }

  void word(String name, Enum<?> value) {
    text(name, value.name());
  }

  void number(String name, long value) {
    out.writeNumberProperty(name, value);
  }

  void decimal(String name, double value) {
    out.writeNumberProperty(name, value);
  }

  void decimal(String name, BigDecimal value) {
    out.writeNumberProperty(name, value);
  }

  void flag(String name, boolean value) {
    out.writeBooleanProperty(name, value);
  }

  void bytes(String name, Payload value) {
    out.writeName(name);
    out.writeBinary(value.bytesWithoutCopy());
  }
}
