package dev.waybill.spi;

import java.net.URI;
import java.util.Optional;

/// Immutable bytes by name, for what is too large for a record.
///
/// Names are opaque, made of letters, digits, `.`, `_`, `-` and `/`; they are never used as a
/// path.
public interface BlobStore {

  /// Stores bytes under a new name, durably; false where the name is taken, and then nothing
  /// changes.
  boolean put(String tenant, String name, byte[] content);

  Optional<byte[]> get(String tenant, String name);

  /// False where there was nothing to delete.
  boolean delete(String tenant, String name);

  /// An address at which the bytes can be read without Waybill, where the backend can give one.
  Optional<URI> link(String tenant, String name);
}
