package dev.waybill.backend.support;

import dev.waybill.Payload;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/// Values by key, changed by compare-and-set: a write succeeds only if the value is still the one
/// that the writer has read. A store implements it once, for example with a bucket or a table.
///
/// An implementation resolves writes whose answer was lost; see [Sight].
public interface GuardedTable<K> {

  /// The value of each key, in order; empty if there is none. Includes every earlier write.
  List<Optional<Held>> readAll(List<K> keys);

  /// One result per write, in order. The keys differ.
  List<Written> writeAll(List<Write<K>> writes);

  /// Removes the values that still have the given revision.
  void removeAll(List<Removal<K>> removals);

  /// Changes when the table may have lost values that it has acknowledged.
  default long epoch() {
    return 0;
  }

  /// Whether a value of this size can be written.
  default boolean fits(K key, byte[] value) {
    return true;
  }

  default Optional<Held> read(K key) {
    return readAll(List.of(key)).getFirst();
  }

  default Written write(Write<K> write) {
    return writeAll(List.of(write)).getFirst();
  }

  /// A value as it was read.
  ///
  /// @param revision changes with every write of the value
  record Held(long revision, Payload body) {

    public byte[] bytes() {
      return body.bytesWithoutCopy();
    }
  }

  record Removal<K>(K key, long revision) {}

  /// A write that succeeds only if the value has the expected revision.
  ///
  /// @param expected 0 if there must be no value, [#ANY] if it does not matter
  /// @param turn the same number for all competing writes, of which only one may succeed
  /// @param last whether the value is to be deleted and this is its deletion mark
  /// @param sight compares a value that was found with this write
  /// @param absent judges this write if no value was found
  record Write<K>(
      K key,
      long expected,
      Payload body,
      long turn,
      boolean last,
      Function<Held, Sight> sight,
      Supplier<Sight> absent) {

    public static final long ANY = -1;

    public static <K> Write<K> of(K key, long expected, byte[] body) {
      return new Write<>(
          key,
          expected,
          Payload.wrap(body),
          expected,
          false,
          held -> expected == ANY || held.revision() <= expected ? Sight.BEFORE : Sight.OTHER,
          () -> Sight.BEFORE);
    }

    /// For values that contain their version.
    public Write<K> inTurn(long version, Function<Held, Sight> seen) {
      return new Write<>(key, expected, body, version, last, seen, absent);
    }

    /// For values that may have been written and removed since.
    Write<K> ifAbsent(Supplier<Sight> judged) {
      return new Write<>(key, expected, body, turn, last, sight, judged);
    }

    /// The same write with a key of another type.
    public <L> Write<L> under(L other) {
      return new Write<>(other, expected, body, turn, last, sight, absent);
    }

    Write<K> asLast() {
      return new Write<>(key, expected, body, turn, true, sight, absent);
    }
  }

  /// A value that was found after the answer to a write was lost, from the view of the writer.
  enum Sight {
    /// The value before the write.
    BEFORE,
    /// A later value that includes the write.
    WRITTEN,
    /// A value of another writer.
    OTHER
  }

  /// The result of one write.
  sealed interface Written {

    /// The revision of a write that succeeded and has been replaced since.
    long PASSED = 0;

    record At(long revision) implements Written {}

    record Conflict() implements Written {}
  }
}
