package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.PrivateFiles;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.FolderLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The folder of this process: projections that are rebuilt where they are lost. One process has it
/// at a time, and it says what it is, so that nobody takes it for a store.
final class LocalFolder implements AutoCloseable {

  private static final String FORMAT = "nats";

  private final Path path;
  private final FolderLock lock;

  private LocalFolder(Path path, FolderLock lock) {
    this.path = path;
    this.lock = lock;
  }

  static LocalFolder open(Path path) {
    try {
      PrivateFiles.createDataDirectory(path);
      FolderLock lock = FolderLock.take(path);
      try {
        mark(path);
        return new LocalFolder(path, lock);
      } catch (IOException | RuntimeException failure) {
        lock.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw new WaybillException(
          Code.STORE_FAILED,
          "cannot use the folder " + path + ": " + failure.getMessage(),
          failure);
    }
  }

  private static void mark(Path path) throws IOException {
    Path format = path.resolve("format");
    if (!Files.exists(format)) {
      PrivateFiles.writeText(format, FORMAT + "\n");
    } else if (!Files.readString(format).strip().equals(FORMAT)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the folder " + path + " is a store itself; a server on NATS needs a folder of its own");
    }
  }

  Path catalog() {
    return path.resolve("catalog.db");
  }

  @Override
  public void close() {
    lock.close();
  }
}
