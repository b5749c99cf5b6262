package dev.waybill.backend.support;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The data directory of a server whose store is on other servers: data that can be rebuilt. Locked
/// by one process. Its format file contains the name of the store, so that another store refuses
/// it.
public final class ServerDirectory implements AutoCloseable {

  private final Path path;
  private final DirectoryLock lock;

  private ServerDirectory(Path path, DirectoryLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /// @param store the name of the store
  public static ServerDirectory open(Path path, String store) {
    try {
      PrivateFiles.createDataDirectory(path);
      DirectoryLock lock = DirectoryLock.take(path);
      try {
        mark(path, store);
        return new ServerDirectory(path, lock);
      } catch (IOException | RuntimeException failure) {
        lock.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw new WaybillException(
          Code.STORE_FAILED,
          "cannot use the directory " + path + ": " + failure.getMessage(),
          failure);
    }
  }

  private static void mark(Path path, String store) throws IOException {
    Path format = path.resolve("format");
    if (!Files.exists(format)) {
      PrivateFiles.writeText(format, store + "\n");
    } else if (!Files.readString(format).strip().equals(store)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the directory " + path + " belongs to another store; " + store + " needs its own");
    }
  }

  /// The path of the search index.
  public Path catalog() {
    return path.resolve("catalog.db");
  }

  @Override
  public void close() {
    lock.close();
  }
}
