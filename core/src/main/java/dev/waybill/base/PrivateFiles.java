package dev.waybill.base;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/// Creates directories and files that only their owner can read and write, whatever the umask. On a
/// file system without such permissions, creates them without.
public final class PrivateFiles {

  private static final Logger LOG = System.getLogger(PrivateFiles.class.getName());

  private static final Set<PosixFilePermission> OWNER =
      Set.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private PrivateFiles() {}

  /// Creates a directory with mode 0700, and its missing parents.
  public static void createDirectories(Path directory) throws IOException {
    Files.createDirectories(directory, mode(directory, "rwx------"));
  }

  /// Creates a data directory; logs a warning if an existing one is accessible to other users.
  public static void createDataDirectory(Path directory) throws IOException {
    createDirectories(directory);
    if (isPosix(directory) && !OWNER.containsAll(Files.getPosixFilePermissions(directory))) {
      LOG.log(
          Level.WARNING,
          "other users can read the data directory {0}; run: chmod -R go-rwx {0}",
          directory.toAbsolutePath().normalize());
    }
  }

  /// Opens a file; creates it with mode 0600.
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    return FileChannel.open(file, Set.of(options), mode(file, "rw-------"));
  }

  /// Creates an empty file with mode 0600 if it does not exist.
  public static void createFile(Path file) throws IOException {
    if (Files.notExists(file)) {
      try {
        Files.createFile(file, mode(file, "rw-------"));
      } catch (FileAlreadyExistsException another) {
        // Another process created it first.
      }
    }
  }

  /// Replaces the text of a file.
  public static void writeText(Path file, String text) throws IOException {
    try (FileChannel channel =
        open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  private static FileAttribute<?>[] mode(Path path, String permissions) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }
}
