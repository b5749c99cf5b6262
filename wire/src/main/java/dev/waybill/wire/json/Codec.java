package dev.waybill.wire.json;

/// Describes, reads and writes one type of JSON value.
public interface Codec<V> {

  /// The kind of the value, for the published description of the API.
  Shape.Kind kind();

  /// Reads the current value of the document.
  V read(JsonIn in);

  /// Writes a value, without a field name.
  void write(JsonOut out, V value);
}
