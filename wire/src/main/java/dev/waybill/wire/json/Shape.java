package dev.waybill.wire.json;

import java.util.List;

/// The structure of a document. Readers enforce it, and the published description of the API is
/// generated from it, so the two cannot differ.
///
/// @param required the required fields: one bit each, by index
/// @param exclusive whether exactly one of the fields must be present
/// @param alternatives groups of field names; a document has exactly one of these groups, unless
///     there are none
public record Shape(
    String name,
    String summary,
    List<Field> fields,
    long required,
    boolean exclusive,
    List<List<String>> alternatives) {

  public Shape(String name, String summary, List<Field> fields) {
    this(name, summary, fields, List.of());
  }

  Shape(String name, String summary, List<Field> fields, List<List<String>> alternatives) {
    this(name, summary, List.copyOf(fields), requiredOf(fields), false, List.copyOf(alternatives));
  }

  private static long requiredOf(List<Field> fields) {
    if (fields.size() > Long.SIZE) {
      throw new IllegalArgumentException("a shape may have at most " + Long.SIZE + " fields");
    }
    long bits = 0;
    for (int i = 0; i < fields.size(); i++) {
      bits |= fields.get(i).required() ? 1L << i : 0;
    }
    return bits;
  }

  public static Shape of(String name, String summary, Field... fields) {
    return new Shape(name, summary, List.of(fields));
  }

  /// This shape with exactly one of its fields.
  public Shape onlyOne() {
    return new Shape(name, summary, fields, required, true, alternatives);
  }

  /// The merge patch of such a document: any of its fields, or null to remove one.
  public Shape patch(String patchName, String patchSummary) {
    List<Field> nullable =
        fields.stream()
            .map(field -> new Field(field.name(), new OrNull(field.kind()), false, field.summary()))
            .toList();
    return new Shape(patchName, patchSummary, nullable);
  }

  /// A field. One that is not required may be omitted or null.
  public record Field(String name, Kind kind, boolean required, String summary) {}

  public static Field required(String name, Kind kind, String summary) {
    return new Field(name, kind, true, summary);
  }

  public static Field optional(String name, Kind kind, String summary) {
    return new Field(name, kind, false, summary);
  }

  /// The type of a field.
  public sealed interface Kind {}

  public enum Scalar implements Kind {
    TEXT,
    WHOLE,
    DECIMAL,
    FLAG,
    /// ISO-8601 in UTC.
    TIME,
    /// ISO-8601 such as `PT30S`, or `30s`, `5m`, `500ms`.
    SPAN,
    /// Any JSON value, kept byte for byte.
    ANY,
    BASE64
  }

  /// One of some words.
  public record Words(List<String> words) implements Kind {

    public static Words of(Class<? extends Enum<?>> type) {
      return new Words(EnumWords.of(type));
    }
  }

  public record Items(Kind item) implements Kind {}

  /// Values by names that the caller chooses.
  public record Entries(Kind value) implements Kind {}

  public record Part(Shape shape) implements Kind {}

  public record OrNull(Kind value) implements Kind {}

  List<String> requiredNames() {
    return fields.stream().filter(Field::required).map(Field::name).toList();
  }

  List<String> names() {
    return fields.stream().map(Field::name).toList();
  }

  /// The index of a field, or -1. Most documents have the fields in the declared order.
  ///
  /// @param likely the index to try first
  int indexOf(String field, int likely) {
    int size = fields.size();
    for (int i = 0; i < size; i++) {
      int index = (likely + i) % size;
      if (fields.get(index).name().equals(field)) {
        return index;
      }
    }
    return -1;
  }
}
