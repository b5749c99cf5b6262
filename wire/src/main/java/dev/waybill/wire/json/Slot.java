package dev.waybill.wire.json;

/// The index of a field's value while its document is read. [Fields] creates one for each field,
/// [Values] reads it.
@SuppressWarnings("UnusedTypeParameter") // says what Values.get answers
public sealed interface Slot {

  /// A value that is always present, perhaps as a default.
  record Of<V>(int index) implements Slot {}

  /// A value that may be omitted.
  record Maybe<V>(int index) implements Slot {}

  record Whole(int index) implements Slot {}

  record Count(int index) implements Slot {}

  record Flag(int index) implements Slot {}

  /// The fields of another document, included in this one.
  record Included<P>(int index, Document<P> part) implements Slot {}
}
