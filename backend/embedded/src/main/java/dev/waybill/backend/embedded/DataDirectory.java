package dev.waybill.backend.embedded;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.embedded.log.Directories;
import dev.waybill.backend.embedded.log.Disk;
import dev.waybill.backend.support.DirectoryLock;
import dev.waybill.backend.support.DiskFailure;
import dev.waybill.base.PrivateFiles;
import dev.waybill.record.DraftBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// A data directory: its lock and its format.
///
/// ``` lock  format  clean  log/*.log  history.db  catalog.db  blobs/ ```
final class DataDirectory implements AutoCloseable {

  static final int FORMAT = 6 + DraftBytes.VERSION;

  private final Path root;
  private final DirectoryLock lock;
  private final boolean isNew;

  private DataDirectory(Path root, DirectoryLock lock) throws IOException {
    this.root = root;
    this.lock = lock;
    this.isNew = !checkFormat();
  }

  static DataDirectory open(Path root) {
    try {
      PrivateFiles.createDataDirectory(root);
      DirectoryLock lock = DirectoryLock.take(root);
      try {
        return new DataDirectory(root, lock).withFolders();
      } catch (IOException | RuntimeException failure) {
        lock.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw DiskFailure.of("open the data directory", root, failure);
    }
  }

  private DataDirectory withFolders() throws IOException {
    PrivateFiles.createDirectories(log());
    PrivateFiles.createDirectories(blobs());
    Directories.syncDirectory(root.resolve(".."));
    return this;
  }

  /// Returns false if the directory has no format yet.
  private boolean checkFormat() throws IOException {
    Path file = root.resolve("format");
    if (!Files.exists(file)) {
      return false;
    }
    String text = Files.readString(file).strip();
    if (text.matches("[a-z]{2,16}")) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the data directory "
              + root
              + " belongs to a server that stores its jobs in "
              + text
              + "; use the server, or another data directory");
    }
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new WaybillException(
          Code.CORRUPT,
          file
              + " must contain a format number, not \""
              + text
              + "\". Nothing was changed; restore the file from a backup.");
    }
    int format = Integer.parseInt(text);
    if (format != FORMAT) {
      throw otherFormat(format);
    }
    return true;
  }

  private WaybillException otherFormat(int format) {
    String difference =
        "the data directory "
            + root
            + " has format "
            + format
            + "; this version supports "
            + FORMAT
            + ". ";
    return format > FORMAT
        ? new WaybillException(
            Code.NEWER_FORMAT, difference + "Use the version that wrote it, or a newer one.")
        : new WaybillException(
            Code.OLDER_FORMAT,
            difference
                + "Let the version that wrote it finish its jobs, or use another data directory.");
  }

  /// Whether nothing has been stored here before.
  boolean isNew() {
    return isNew;
  }

  /// Marks the directory as a store of the current format.
  void markFormat() {
    try {
      Path temporary = root.resolve("format.tmp");
      try (FileChannel file =
          PrivateFiles.open(
              temporary,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        Disk.write(file, ByteBuffer.wrap((FORMAT + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
        file.force(true);
      }
      Files.move(temporary, root.resolve("format"));
      Directories.syncDirectory(root);
    } catch (IOException failure) {
      throw DiskFailure.of("mark the data directory", root, failure);
    }
  }

  Path log() {
    return root.resolve("log");
  }

  Path history() {
    return root.resolve("history.db");
  }

  Path catalog() {
    return root.resolve("catalog.db");
  }

  Path blobs() {
    return root.resolve("blobs");
  }

  @Override
  public void close() {
    lock.close();
  }
}
