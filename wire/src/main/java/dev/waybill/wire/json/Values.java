package dev.waybill.wire.json;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The values of a document while it is read. Whole numbers and flags are not boxed.
public final class Values {

  private final JsonIn in;
  private final Document<?> document;
  private final @Nullable Object[] objects;
  private final long[] numbers;
  private final boolean merging;
  private long given;

  Values(JsonIn in, Document<?> document, boolean merging) {
    this.in = in;
    this.document = document;
    this.objects = document.layout().freshObjects();
    this.numbers = document.layout().freshNumbers();
    this.merging = merging;
  }

  @SuppressWarnings("unchecked")
  public <V> V get(Slot.Of<V> slot) {
    return (V) Objects.requireNonNull(objects[slot.index()]);
  }

  @SuppressWarnings("unchecked")
  public <V> @Nullable V get(Slot.Maybe<V> slot) {
    return (V) objects[slot.index()];
  }

  public <V> V get(Slot.Maybe<V> slot, V fallback) {
    V value = get(slot);
    return value == null ? fallback : value;
  }

  public long get(Slot.Whole slot) {
    return numbers[slot.index()];
  }

  public int get(Slot.Count slot) {
    return (int) numbers[slot.index()];
  }

  public boolean get(Slot.Flag slot) {
    return numbers[slot.index()] != 0;
  }

  /// Creates an included document from its fields. Fails if a required one is missing.
  public <P> P get(Slot.Included<P> slot) {
    Values part = part(slot.index(), slot.part());
    if (!part.merging) {
      in.requireAll(slot.part().shape(), part.given);
    }
    return slot.part().make(in, part);
  }

  /// An error about the whole document.
  public InvalidDocument error(String code, String message) {
    return in.error(code, message);
  }

  @Nullable Object object(int index) {
    return objects[index];
  }

  void set(int index, @Nullable Object value) {
    objects[index] = value;
  }

  void set(int index, long value) {
    numbers[index] = value;
  }

  /// The values of an included document.
  Values part(int index, Document<?> part) {
    if (objects[index] instanceof Values known) {
      return known;
    }
    Values fresh = new Values(in, part, merging);
    objects[index] = fresh;
    return fresh;
  }

  boolean isMerging() {
    return merging;
  }

  /// Reads the value of a field.
  void read(int field) {
    if (document.shape().exclusive() && given != 0) {
      throw in.error("duplicate_field", "set exactly one of " + document.shape().names());
    }
    document.layout().read(in, this, field);
    given |= 1L << field;
    check();
  }

  /// Handles null as a value: the field counts as absent.
  void remove(int field) {
    document.layout().remove(this, field);
    check();
  }

  /// Checks a patch field by field, so that an error has a pointer to the field.
  private void check() {
    if (merging) {
      document.make(in, this);
    }
  }
}
