package dev.waybill.spi;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;

/// Immutable bytes by name, for values that are too large for a record.
///
/// Names are opaque, made of letters, digits, `.`, `_`, `-` and `/`; they are never used as a path.
/// A store holds only a bounded part of a blob in memory, whatever its size.
public interface BlobStore {

  /// Stores all bytes of a stream under a new name, durably; false if the name is taken, and then
  /// nothing changes. The stream may have been read in either case; it is not closed.
  ///
  /// @throws IOException if the stream fails; then nothing is stored
  boolean put(String tenant, String name, InputStream content) throws IOException;

  Optional<Blob> find(String tenant, String name);

  /// Returns false if there was nothing to delete.
  boolean delete(String tenant, String name);

  /// Stores bytes that are already in memory.
  default boolean put(String tenant, String name, byte[] content) {
    try {
      return put(tenant, name, new ByteArrayInputStream(content));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /// All bytes of a small blob.
  default Optional<byte[]> get(String tenant, String name) {
    return find(tenant, name).map(Blob::bytes);
  }
}
