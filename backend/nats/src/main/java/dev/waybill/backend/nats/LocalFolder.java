package dev.waybill.backend.nats;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// The folder of this process: projections that are rebuilt where they are lost. One process has it
/// at a time.
final class LocalFolder implements AutoCloseable {

  private final Path path;
  private final FileChannel lock;

  private LocalFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  static LocalFolder open(Path path) {
    try {
      Files.createDirectories(path);
      FileChannel channel =
          FileChannel.open(
              path.resolve("nats.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (locked(channel) == null) {
        channel.close();
        throw new WaybillException(
            Code.STORE_LOCKED, "the folder " + path + " is in use by another process");
      }
      return new LocalFolder(path, channel);
    } catch (IOException failure) {
      throw new WaybillException(
          Code.STORE_FAILED,
          "cannot use the folder " + path + ": " + failure.getMessage(),
          failure);
    }
  }

  private static @Nullable FileLock locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException thisProcess) {
      return null;
    }
  }

  Path catalog() {
    return path.resolve("catalog.db");
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException failure) {
      throw new WaybillException(Code.STORE_FAILED, "cannot let go of the folder " + path, failure);
    }
  }
}
