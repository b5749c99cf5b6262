package dev.waybill;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Bytes that belong to the user: never looked into, never changed.
///
/// A small payload is carried inline. A large one is a claim: the name of a blob, read when the
/// bytes are asked for.
public final class Payload {

  private static final Payload EMPTY = new Payload(new byte[0], null, 0, null);

  private final byte @Nullable [] inline;
  private final @Nullable String blob;
  private final long size;
  private final @Nullable Supplier<byte[]> loader;

  private Payload(
      byte @Nullable [] inline,
      @Nullable String blob,
      long size,
      @Nullable Supplier<byte[]> loader) {
    this.inline = inline;
    this.blob = blob;
    this.size = size;
    this.loader = loader;
  }

  public static Payload empty() {
    return EMPTY;
  }

  public static Payload of(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Payload(bytes.clone(), null, bytes.length, null);
  }

  public static Payload of(String text) {
    return wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /// Takes the array over without a copy; the caller must not change it afterwards.
  public static Payload wrap(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Payload(bytes, null, bytes.length, null);
  }

  /// A claim on a blob that cannot be read until [#loadedBy] says how.
  public static Payload claim(String blob, long size) {
    return new Payload(null, blob, size, null);
  }

  public Payload loadedBy(Supplier<byte[]> loader) {
    return new Payload(inline, blob, size, loader);
  }

  public long size() {
    return size;
  }

  /// The name of the blob that holds the bytes, or null where they are inline.
  public @Nullable String blob() {
    return blob;
  }

  public byte[] bytes() {
    return bytesWithoutCopy().clone();
  }

  /// The bytes themselves; the caller must not change them.
  public byte[] bytesWithoutCopy() {
    if (inline != null) {
      return inline;
    }
    if (loader == null) {
      throw new IllegalStateException("payload is in blob " + blob + " and no loader was attached");
    }
    return loader.get();
  }

  public String text() {
    return new String(bytesWithoutCopy(), StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Payload that
        && size == that.size
        && Objects.equals(blob, that.blob)
        && Arrays.equals(inline, that.inline);
  }

  @Override
  public int hashCode() {
    return Objects.hash(blob, size, Arrays.hashCode(inline));
  }

  @Override
  public String toString() {
    return blob == null ? size + " bytes" : size + " bytes in blob " + blob;
  }
}
