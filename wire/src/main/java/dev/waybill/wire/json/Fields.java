package dev.waybill.wire.json;

import dev.waybill.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.SerializedString;

/// Declares the fields of a [Document], in the order in which they are written. A field whose
/// getter returns null is omitted.
public final class Fields<T> {

  private final String name;
  private final String summary;
  private final List<Field<T>> fields = new ArrayList<>();
  private final List<@Nullable Object> objects = new ArrayList<>();
  private final List<List<String>> alternatives = new ArrayList<>();
  private int numbers;
  private @Nullable T base;

  private Fields(String name, String summary) {
    this.name = name;
    this.summary = summary;
  }

  /// @param name the name of the document in the published description of the API
  public static <T> Fields<T> of(String name, String summary) {
    return new Fields<>(name, summary);
  }

  /// Omitted fields have the values of this document, and an error has a pointer to the field
  /// instead of the document.
  public Fields<T> startingFrom(T document) {
    base = document;
    return this;
  }

  public Slot.Of<String> text(String field, Function<T, String> getter, String about) {
    return required(field, Codecs.TEXT, getter, about);
  }

  public <V> Slot.Of<V> required(
      String field, Codec<V> codec, Function<T, V> getter, String about) {
    return new Slot.Of<>(any(Shape.required(field, codec.kind(), about), codec, getter, null));
  }

  public <V> Slot.Maybe<V> optional(
      String field, Codec<V> codec, Function<T, @Nullable V> getter, String about) {
    return new Slot.Maybe<>(any(Shape.optional(field, codec.kind(), about), codec, getter, null));
  }

  /// A field with a default.
  public <V> Slot.Of<V> or(
      V fallback, String field, Codec<V> codec, Function<T, @Nullable V> getter, String about) {
    return new Slot.Of<>(any(Shape.optional(field, codec.kind(), about), codec, getter, fallback));
  }

  private <V> int any(
      Shape.Field shape, Codec<V> codec, Function<T, @Nullable V> getter, @Nullable V start) {
    int index = object(start);
    fields.add(
        new Field.Any<>(shape, new SerializedString(shape.name()), codec, getter, index, start));
    return index;
  }

  /// A list of documents or values that is omitted if it is empty.
  public <V> Slot.Of<List<V>> some(
      String field, Codec<V> item, int most, Function<T, List<V>> getter, String about) {
    return or(
        List.of(),
        field,
        Codecs.list(item, most),
        document -> {
          List<V> items = getter.apply(document);
          return items.isEmpty() ? null : items;
        },
        about);
  }

  /// A flag that is omitted if it is false.
  public Slot.Of<Boolean> mark(String field, Predicate<T> getter, String about) {
    return or(false, field, Codecs.FLAG, document -> getter.test(document) ? true : null, about);
  }

  /// A nonnegative whole number.
  public Slot.Whole whole(String field, ToLongFunction<T> getter, String about) {
    return new Slot.Whole(number(field, getter, 0, Long.MAX_VALUE, about));
  }

  public Slot.Count count(String field, ToIntFunction<T> getter, String about) {
    return new Slot.Count(
        number(field, getter::applyAsInt, Integer.MIN_VALUE, Integer.MAX_VALUE, about));
  }

  private int number(String field, ToLongFunction<T> getter, long least, long most, String about) {
    Shape.Field shape = Shape.required(field, Shape.Scalar.WHOLE, about);
    return number(shape, getter, in -> in.whole(least, most), JsonOut::number);
  }

  public Slot.Flag flag(String field, Predicate<T> getter, String about) {
    return new Slot.Flag(
        number(
            Shape.required(field, Shape.Scalar.FLAG, about),
            document -> getter.test(document) ? 1 : 0,
            in -> in.flag() ? 1 : 0,
            (out, value) -> out.flag(value != 0)));
  }

  private int number(
      Shape.Field shape,
      ToLongFunction<T> getter,
      ToLongFunction<JsonIn> reader,
      ObjLongConsumer<JsonOut> writer) {
    SerializedString field = new SerializedString(shape.name());
    fields.add(new Field.Unboxed<>(shape, field, getter, reader, writer, numbers));
    return numbers++;
  }

  /// Bytes: JSON under `field`, others under `field_base64`.
  public Slot.Maybe<Payload> payload(
      String field, Function<T, @Nullable Payload> getter, String about, String aboutBase64) {
    int index = object(null);
    fields.add(
        new Field.Bytes<>(
            List.of(
                Shape.optional(field, Shape.Scalar.ANY, about),
                Shape.optional(field + "_base64", Shape.Scalar.BASE64, aboutBase64)),
            field,
            getter,
            index));
    return new Slot.Maybe<>(index);
  }

  /// The fields of another document.
  public <P> Slot.Included<P> include(Document<P> part, Function<T, P> getter) {
    alternatives.addAll(part.shape().alternatives());
    return include(part, part.shape().fields(), getter);
  }

  /// The fields of another document, which may be absent together: an alternative.
  public <P> Slot.Included<P> includeSome(Document<P> part, Function<T, @Nullable P> getter) {
    List<Shape.Field> optional =
        part.shape().fields().stream()
            .map(field -> Shape.optional(field.name(), field.kind(), field.summary()))
            .toList();
    alternatives.add(part.shape().requiredNames());
    return include(part, optional, getter);
  }

  private <P> Slot.Included<P> include(
      Document<P> part, List<Shape.Field> described, Function<T, @Nullable P> getter) {
    int index = object(null);
    fields.add(new Field.Included<>(described, part, getter, index));
    return new Slot.Included<>(index, part);
  }

  /// One of the alternatives of the document; see [#exactlyOne].
  public <V extends T> void variant(String field, Class<V> type, Codec<V> codec, String about) {
    optional(
        field, codec, document -> type.isInstance(document) ? type.cast(document) : null, about);
    alternative(field);
  }

  /// Declares for the published description that a document has either this optional field or
  /// another alternative. The function passed to [#make] checks it.
  public void alternative(String field) {
    alternatives.add(List.of(field));
  }

  /// A document with exactly one of the fields, which determines its type.
  @SuppressWarnings("unchecked")
  public Document<T> exactlyOne() {
    Shape shape = shape().onlyOne();
    int variants = objects.size();
    return new Document<>(
        shape,
        layout(),
        values -> {
          for (int index = 0; index < variants; index++) {
            Object found = values.object(index);
            if (found != null) {
              return (T) found;
            }
          }
          throw values.error("missing_field", "set exactly one of " + shape.names());
        },
        null);
  }

  /// @param make creates the document from the values that were read
  public Document<T> make(Function<Values, T> make) {
    return new Document<>(shape(), layout(), make, base);
  }

  private Shape shape() {
    return new Shape(
        name,
        summary,
        fields.stream().flatMap(field -> field.described().stream()).toList(),
        alternatives);
  }

  private Layout<T> layout() {
    return new Layout<>(fields, objects, numbers);
  }

  private int object(@Nullable Object start) {
    objects.add(start);
    return objects.size() - 1;
  }
}
