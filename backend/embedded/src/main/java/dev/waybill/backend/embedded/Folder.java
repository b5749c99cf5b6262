package dev.waybill.backend.embedded;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The folder of a store: who may use it, and which format it has.
///
/// ``` lock  format  clean  log/*.log  history.db  catalog.db  blobs/ ```
final class Folder implements AutoCloseable {

  static final int FORMAT = 2;

  /// The folders that are open in this process. Asking the lock file would not do: where a process
  /// closes any channel of a file, the system drops its locks on it, those of others included.
  private static final Set<Path> OPEN_HERE = ConcurrentHashMap.newKeySet();

  private final Path root;
  private final Path real;
  private final FileChannel lockFile;
  private final FileLock lock;
  private final boolean isNew;

  private Folder(Path root, Path real, FileChannel lockFile, FileLock lock) throws IOException {
    this.root = root;
    this.real = real;
    this.lockFile = lockFile;
    this.lock = lock;
    this.isNew = !checkFormat();
  }

  static Folder open(Path root) {
    try {
      Files.createDirectories(root.resolve("log"));
      Files.createDirectories(root.resolve("blobs"));
      Directories.syncDirectory(root.resolve(".."));
      Path real = root.toRealPath();
      if (!OPEN_HERE.add(real)) {
        throw inUse(root, Long.toString(ProcessHandle.current().pid()));
      }
      return opened(root, real);
    } catch (IOException failure) {
      throw DiskFailure.of("open the folder", root, failure);
    }
  }

  private static Folder opened(Path root, Path real) throws IOException {
    try {
      FileChannel lockFile =
          FileChannel.open(
              real.resolve("lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      return locked(root, real, lockFile);
    } catch (IOException | RuntimeException failure) {
      OPEN_HERE.remove(real);
      throw failure;
    }
  }

  private static Folder locked(Path root, Path real, FileChannel lockFile) throws IOException {
    try {
      FileLock lock = lockFile.tryLock();
      if (lock == null) {
        throw inUse(root, owner(lockFile));
      }
      writeOwner(lockFile);
      return new Folder(root, real, lockFile, lock);
    } catch (IOException | RuntimeException failure) {
      lockFile.close();
      throw failure;
    }
  }

  private static WaybillException inUse(Path root, String owner) {
    return new WaybillException(
        Code.STORE_LOCKED,
        "the folder "
            + root
            + " is in use by process "
            + owner
            + "; a folder belongs to one process at a time");
  }

  private static String owner(FileChannel lockFile) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(32);
    lockFile.read(text, 0);
    return StandardCharsets.US_ASCII.decode(text.flip()).toString().strip();
  }

  private static void writeOwner(FileChannel lockFile) throws IOException {
    byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
    lockFile.truncate(0);
    Disk.write(lockFile, ByteBuffer.wrap(pid), 0);
  }

  /// False where the folder has no format yet.
  private boolean checkFormat() throws IOException {
    Path file = root.resolve("format");
    if (!Files.exists(file)) {
      return false;
    }
    String text = Files.readString(file).strip();
    if (!text.matches("[1-9]\\d{0,8}")) {
      throw new WaybillException(
          Code.CORRUPT,
          file
              + " should hold the number of a format, not \""
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
        "the folder " + root + " has format " + format + "; this version knows " + FORMAT + ". ";
    return format > FORMAT
        ? new WaybillException(
            Code.NEWER_FORMAT, difference + "Use the version that wrote it, or a newer one.")
        : new WaybillException(
            Code.OLDER_FORMAT,
            difference + "Let the version that wrote it finish its jobs, or take another folder.");
  }

  /// Whether nothing has been stored here before.
  boolean isNew() {
    return isNew;
  }

  /// From now on the folder is a store.
  void markFormat() {
    try {
      Path temporary = root.resolve("format.tmp");
      try (FileChannel file =
          FileChannel.open(
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
      throw DiskFailure.of("mark the folder", root, failure);
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
    try {
      lock.release();
      lockFile.close();
    } catch (IOException failure) {
      throw DiskFailure.of("release the folder", root, failure);
    } finally {
      OPEN_HERE.remove(real);
    }
  }
}
