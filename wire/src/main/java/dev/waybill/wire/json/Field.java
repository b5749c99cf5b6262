package dev.waybill.wire.json;

import dev.waybill.Payload;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.SerializedString;

/// One field of a document: its description, reader and writer. A field may have several names,
/// such as `payload` and `payload_base64`.
sealed interface Field<T> {

  /// One description for each name.
  List<Shape.Field> described();

  /// @param name the index of the name that was found
  void read(JsonIn in, Values values, int name);

  /// Resets the value to its initial state.
  void remove(Values values, int name);

  /// Copies the value from a document.
  void load(Values values, T document);

  /// Writes the name and the value, or nothing if there is no value.
  void write(JsonOut out, T document);

  /// Writes the value if it differs, and null if it was removed.
  void change(JsonOut out, T before, T after);

  /// A value of any kind.
  ///
  /// @param start the value of an omitted field
  record Any<T, V>(
      Shape.Field shape,
      SerializedString name,
      Codec<V> codec,
      Function<T, @Nullable V> getter,
      int index,
      @Nullable V start)
      implements Field<T> {

    @Override
    public List<Shape.Field> described() {
      return List.of(shape);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void read(JsonIn in, Values values, int which) {
      Object before = values.isMerging() ? values.object(index) : null;
      if (before != null && codec instanceof Document<V> part) {
        values.set(index, part.merge(in, (V) before));
      } else {
        values.set(index, codec.read(in));
      }
    }

    @Override
    public void remove(Values values, int which) {
      values.set(index, start);
    }

    @Override
    public void load(Values values, T document) {
      V value = getter.apply(document);
      values.set(index, value == null ? start : value);
    }

    @Override
    public void write(JsonOut out, T document) {
      V value = getter.apply(document);
      if (value != null) {
        out.name(name);
        codec.write(out, value);
      }
    }

    @Override
    public void change(JsonOut out, T before, T after) {
      V now = getter.apply(after);
      if (now == null && getter.apply(before) != null) {
        out.name(name);
        out.none();
      } else if (!Objects.equals(now, getter.apply(before))) {
        write(out, after);
      }
    }
  }

  /// Bytes, as JSON under one name or as base64 under another.
  record Bytes<T>(
      List<Shape.Field> described, String name, Function<T, @Nullable Payload> getter, int index)
      implements Field<T> {

    @Override
    public void read(JsonIn in, Values values, int which) {
      if (values.object(index) != null) {
        throw in.error("duplicate_field", "set either the JSON or the base64 field, not both");
      }
      values.set(index, which == 0 ? in.raw() : in.base64());
    }

    @Override
    public void remove(Values values, int which) {}

    @Override
    public void load(Values values, T document) {
      values.set(index, getter.apply(document));
    }

    @Override
    public void write(JsonOut out, T document) {
      out.payload(name, getter.apply(document));
    }

    @Override
    public void change(JsonOut out, T before, T after) {
      if (!Objects.equals(getter.apply(before), getter.apply(after))) {
        write(out, after);
      }
    }
  }

  /// A whole number or a flag.
  record Unboxed<T>(
      Shape.Field shape,
      SerializedString name,
      ToLongFunction<T> getter,
      ToLongFunction<JsonIn> reader,
      ObjLongConsumer<JsonOut> writer,
      int index)
      implements Field<T> {

    @Override
    public List<Shape.Field> described() {
      return List.of(shape);
    }

    @Override
    public void read(JsonIn in, Values values, int which) {
      values.set(index, reader.applyAsLong(in));
    }

    @Override
    public void remove(Values values, int which) {
      values.set(index, 0);
    }

    @Override
    public void load(Values values, T document) {
      values.set(index, getter.applyAsLong(document));
    }

    @Override
    public void write(JsonOut out, T document) {
      out.name(name);
      writer.accept(out, getter.applyAsLong(document));
    }

    @Override
    public void change(JsonOut out, T before, T after) {
      if (getter.applyAsLong(before) != getter.applyAsLong(after)) {
        write(out, after);
      }
    }
  }

  /// The fields of another document.
  ///
  /// @param getter returns null if the document has none of them
  record Included<T, P>(
      List<Shape.Field> described, Document<P> part, Function<T, @Nullable P> getter, int index)
      implements Field<T> {

    @Override
    public void read(JsonIn in, Values values, int which) {
      values.part(index, part).read(which);
    }

    @Override
    public void remove(Values values, int which) {
      values.part(index, part).remove(which);
    }

    @Override
    public void load(Values values, T document) {
      P value = getter.apply(document);
      if (value != null) {
        part.layout().load(values.part(index, part), value);
      }
    }

    @Override
    public void write(JsonOut out, T document) {
      P value = getter.apply(document);
      if (value != null) {
        part.fields(out, value);
      }
    }

    @Override
    public void change(JsonOut out, T before, T after) {
      P was = getter.apply(before);
      P now = getter.apply(after);
      if (was != null && now != null) {
        part.change(out, was, now);
      }
    }
  }
}
