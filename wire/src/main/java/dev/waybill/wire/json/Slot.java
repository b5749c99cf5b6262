package dev.waybill.wire.json;

/// Where the value of a field is kept while its document is read. [Fields] gives one for each
/// field, [Values] takes it.
@SuppressWarnings("UnusedTypeParameter") // says what Values.get answers
public sealed interface Slot {

  /// A value that is always there, perhaps as a default.
  record Of<V>(int index) implements Slot {}

  /// A value that may be left out.
  record Maybe<V>(int index) implements Slot {}

  record Whole(int index) implements Slot {}

  record Count(int index) implements Slot {}

  record Flag(int index) implements Slot {}

  /// The fields of another document, among those of this one.
  record Included<P>(int index, Document<P> part) implements Slot {}
}
