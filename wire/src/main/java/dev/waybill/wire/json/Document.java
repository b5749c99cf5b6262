package dev.waybill.wire.json;

import dev.waybill.WaybillException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A JSON document, declared once by its [Fields]: the reader, the writer and the published
/// description follow from them.
///
/// ```
/// Fields<BulkResult> fields = Fields.of("BulkResult", "Result of a bulk change.");
/// var changed = fields.whole("changed", BulkResult::changed, "Number of jobs changed.");
/// var skipped = fields.whole("skipped", BulkResult::skipped, "Number of jobs skipped.");
/// return fields.make(in -> new BulkResult(in.get(changed), in.get(skipped)));
/// ```
public final class Document<T> implements Codec<T> {

  private final Shape shape;
  private final Layout<T> layout;
  private final Function<Values, T> make;
  private final @Nullable T base;

  Document(Shape shape, Layout<T> layout, Function<Values, T> make, @Nullable T base) {
    this.shape = shape;
    this.layout = layout;
    this.make = make;
    this.base = base;
  }

  public Shape shape() {
    return shape;
  }

  Layout<T> layout() {
    return layout;
  }

  @Override
  public Shape.Kind kind() {
    return new Shape.Part(shape);
  }

  /// Reads a document. Any deviation from the declaration is rejected with an [InvalidDocument]
  /// that has a pointer.
  public T read(byte[] bytes) {
    return JsonIn.read(bytes, this::read);
  }

  /// Reads an answer of a server: unknown fields are ignored, because a newer server may send more.
  public T readAnswer(byte[] bytes) {
    return JsonIn.readAnswer(bytes, this::read);
  }

  @Override
  public T read(JsonIn in) {
    return base == null ? read(in, make) : merge(in, base);
  }

  /// Reads the values of the document into another object, such as a builder.
  public <R> R read(JsonIn in, Function<Values, R> maker) {
    Values values = new Values(in, this, false);
    in.object(shape, values);
    return make(in, values, maker);
  }

  /// Applies a merge patch to a document.
  public T merge(byte[] patch, T before) {
    return JsonIn.read(patch, in -> merge(in, before));
  }

  /// Applies a JSON merge patch (RFC 7396): an omitted field is unchanged, null removes it.
  public T merge(JsonIn in, T before) {
    Values values = new Values(in, this, true);
    layout.load(values, before);
    in.object(shape, values);
    return make(in, values);
  }

  T make(JsonIn in, Values values) {
    return make(in, values, make);
  }

  private static <R> R make(JsonIn in, Values values, Function<Values, R> maker) {
    try {
      return maker.apply(values);
    } catch (WaybillException rejected) {
      throw in.rejected(rejected);
    }
  }

  public byte[] bytes(T value) {
    return bytes(Encoding.JSON, value);
  }

  public byte[] bytes(Encoding encoding, T value) {
    return JsonOut.write(encoding, out -> fields(out, value));
  }

  @Override
  public void write(JsonOut out, T value) {
    out.begin();
    fields(out, value);
    out.end();
  }

  /// Writes the fields into an open object.
  public void fields(JsonOut out, T value) {
    layout.write(out, value);
  }

  /// Writes the merge patch from one document to another into an open object.
  public void change(JsonOut out, T before, T after) {
    layout.change(out, before, after);
  }
}
