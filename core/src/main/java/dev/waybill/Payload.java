package dev.waybill;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The user's bytes; Waybill never interprets or changes them.
///
/// A small payload is held inline. A large one is a claim, the name of a blob, or has a source such
/// as a file; both are read when the bytes are needed.
public final class Payload {

  private static final int PART = 64 * 1024;
  private static final int LARGEST_PIPE = 32 * 1024 * 1024;
  private static final Payload EMPTY = new Payload(new byte[0], null, 0, null);

  private final byte @Nullable [] inline;
  private final @Nullable String blob;
  private final long size;
  private final @Nullable Source source;

  /// Reads the bytes of a payload that is not inline.
  @FunctionalInterface
  public interface Source {

    /// Opens a range, which must be within the payload. The stream never ends early.
    InputStream open(long from, long length);

    /// As [Payload#link].
    default Optional<URI> link(Duration life) {
      return Optional.empty();
    }
  }

  private Payload(
      byte @Nullable [] inline, @Nullable String blob, long size, @Nullable Source source) {
    this.inline = inline;
    this.blob = blob;
    this.size = size;
    this.source = source;
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

  /// Uses the array without copying it; the caller must not change it afterwards.
  public static Payload wrap(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Payload(bytes, null, bytes.length, null);
  }

  /// The bytes of a file, which must not change until they are stored. They need not fit into
  /// memory. A file of unknown size, such as a pipe, is read at once, and has at most 32 MiB.
  public static Payload of(Path file) {
    try {
      long size = Files.isRegularFile(file) ? Files.size(file) : 0;
      return size == 0 ? read(file) : streamed(size, (from, _) -> opened(file, from));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /// Files below `/proc` have content although their size is 0.
  private static Payload read(Path file) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      byte[] bytes = content.readNBytes(LARGEST_PIPE + 1);
      if (bytes.length > LARGEST_PIPE) {
        throw new IOException(file + " has an unknown size and more than 32 MiB");
      }
      return wrap(bytes);
    }
  }

  /// Bytes that are streamed when they are stored or sent. A client that sends a call again opens
  /// the source again.
  public static Payload streamed(long size, Source source) {
    return size == 0 ? EMPTY : new Payload(null, null, size, source);
  }

  /// An interrupt does not end a read, unlike that of a channel.
  private static InputStream opened(Path file, long from) {
    try {
      InputStream content = Files.newInputStream(file);
      return from == 0 ? content : skipped(content, from);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static InputStream skipped(InputStream content, long bytes) throws IOException {
    try {
      content.skipNBytes(bytes);
      return content;
    } catch (IOException tooShort) {
      content.close();
      throw tooShort;
    }
  }

  /// A claim on a blob. It can be read after [#loadedBy] has set its source.
  public static Payload claim(String blob, long size) {
    return new Payload(null, blob, size, null);
  }

  public Payload loadedBy(Source source) {
    return new Payload(inline, blob, size, source);
  }

  /// Streams some of the bytes, so that a large payload need not fit into memory. The range must be
  /// within the payload. The stream fails where the source ends early.
  public InputStream open(long from, long length) {
    Objects.checkFromIndexSize(from, length, size);
    return inline == null
        ? new ExactBytes(attachedSource().open(from, length), length)
        : new ByteArrayInputStream(inline, (int) from, (int) length);
  }

  /// An address at which anyone can read the bytes without credentials, for this long. Empty if the
  /// bytes are not in a store that hands out such links.
  public Optional<URI> link(Duration life) {
    return source == null ? Optional.empty() : source.link(life);
  }

  public long size() {
    return size;
  }

  public boolean isInline() {
    return inline != null;
  }

  /// The name of the blob that holds the bytes, or null if there is none.
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
    try (InputStream content = open(0, size)) {
      return content.readNBytes(Math.toIntExact(size));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private Source attachedSource() {
    if (source == null) {
      throw new IllegalStateException("payload is in blob " + blob + " and no source was attached");
    }
    return source;
  }

  /// Whether both have the same bytes; holds a small part of them at a time.
  public boolean hasSameBytes(Payload other) {
    if (size != other.size) {
      return false;
    }
    try (InputStream mine = open(0, size);
        InputStream others = other.open(0, size)) {
      byte[] part = mine.readNBytes(PART);
      while (part.length > 0 && Arrays.equals(part, others.readNBytes(PART))) {
        part = mine.readNBytes(PART);
      }
      return part.length == 0;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public String text() {
    return new String(bytesWithoutCopy(), StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Payload that
        && size == that.size
        && Objects.equals(blob, that.blob)
        && (inline != null || blob != null || Objects.equals(source, that.source))
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
