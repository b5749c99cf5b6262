package dev.waybill.backend.support;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The exclusive lock of a data directory, for every store.
public final class DirectoryLock implements AutoCloseable {

  /// The directories that are open in this process. The lock file is not enough: when a process
  /// closes any channel of a file, the system drops all its locks on that file.
  private static final Set<Path> OPEN = ConcurrentHashMap.newKeySet();

  private final Path root;
  private final Path real;
  private final FileChannel lockFile;
  private final FileLock lock;

  private DirectoryLock(Path root, Path real, FileChannel lockFile, FileLock lock) {
    this.root = root;
    this.real = real;
    this.lockFile = lockFile;
    this.lock = lock;
  }

  /// Locks an existing directory; the refusal names the process that has it.
  public static DirectoryLock take(Path root) {
    try {
      Path real = root.toRealPath();
      if (!OPEN.add(real)) {
        throw inUse(root, Long.toString(ProcessHandle.current().pid()));
      }
      return opened(root, real);
    } catch (IOException failure) {
      throw DiskFailure.of("open the data directory", root, failure);
    }
  }

  private static DirectoryLock opened(Path root, Path real) throws IOException {
    try {
      FileChannel lockFile =
          PrivateFiles.open(
              real.resolve("lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      return locked(root, real, lockFile);
    } catch (IOException | RuntimeException failure) {
      OPEN.remove(real);
      throw failure;
    }
  }

  private static DirectoryLock locked(Path root, Path real, FileChannel lockFile)
      throws IOException {
    try {
      FileLock lock = lockFile.tryLock();
      if (lock == null) {
        throw inUse(root, owner(lockFile));
      }
      writeOwner(lockFile);
      return new DirectoryLock(root, real, lockFile, lock);
    } catch (IOException | RuntimeException failure) {
      lockFile.close();
      throw failure;
    }
  }

  private static WaybillException inUse(Path root, String owner) {
    return new WaybillException(
        Code.STORE_LOCKED,
        "the data directory "
            + root
            + " is in use by process "
            + owner
            + "; only one process at a time can use it");
  }

  private static String owner(FileChannel lockFile) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(32);
    lockFile.read(text, 0);
    return StandardCharsets.US_ASCII.decode(text.flip()).toString().strip();
  }

  private static void writeOwner(FileChannel lockFile) throws IOException {
    byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
    lockFile.truncate(0);
    lockFile.write(ByteBuffer.wrap(pid), 0);
  }

  @Override
  public void close() {
    try {
      lock.release();
      lockFile.close();
    } catch (IOException failure) {
      throw DiskFailure.of("release the data directory", root, failure);
    } finally {
      OPEN.remove(real);
    }
  }
}
