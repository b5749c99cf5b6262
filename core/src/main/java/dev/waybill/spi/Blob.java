package dev.waybill.spi;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// A stored blob.
public interface Blob {

  long size();

  /// Reads bytes from an offset; the range must be within the blob. The store verifies bytes before
  /// the stream returns them. The stream never ends early: if the blob is damaged, it throws
  /// [Code#CORRUPT]; if the blob was deleted after it was found, it may throw [Code#NOT_FOUND].
  InputStream open(long from, long length);

  /// An address at which anyone can read the blob without credentials, for this long. Empty if the
  /// store hands out no links.
  default Optional<URI> link(Duration life) {
    return Optional.empty();
  }

  default byte[] bytes() {
    try (InputStream content = open(0, size())) {
      return content.readNBytes(Math.toIntExact(size()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /// Fails if a range is not within this size.
  static void checkRange(long from, long length, long size) {
    if (from < 0 || length < 0 || from > size - length) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "a range of %d bytes from %d is not within %d bytes".formatted(length, from, size));
    }
  }

  static WaybillException deleted(String what) {
    return new WaybillException(Code.NOT_FOUND, what + " was deleted while it was read");
  }
}
