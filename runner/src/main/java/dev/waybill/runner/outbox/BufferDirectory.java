package dev.waybill.runner.outbox;

import dev.waybill.TaskToken;
import dev.waybill.base.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;

/// The files of one buffer: the token of the attempt, the delivery position and the events. Only
/// the user of the worker can read them.
final class BufferDirectory {

  private static final String TOKEN = "token";
  private static final String DELIVERED = "delivered";

  private final Path path;
  private final TaskToken token;
  private long delivered;

  private BufferDirectory(Path path, TaskToken token, long delivered) {
    this.path = path;
    this.token = token;
    this.delivered = delivered;
  }

  /// Deletes existing files: an attempt begins only once, so they are useless.
  static BufferDirectory create(Path path, TaskToken token) throws IOException {
    deleteAll(path);
    PrivateFiles.createDirectories(path);
    PrivateFiles.writeText(path.resolve(TOKEN), token.value());
    return new BufferDirectory(path, token, 0);
  }

  static BufferDirectory open(Path path) throws IOException {
    TaskToken token = new TaskToken(Files.readString(path.resolve(TOKEN)));
    return new BufferDirectory(path, token, readDelivered(path.resolve(DELIVERED)));
  }

  TaskToken token() {
    return token;
  }

  /// The last sequence known to be delivered. After a crash it may be older than the actual one.
  long delivered() {
    return delivered;
  }

  void delivered(long sequence) throws IOException {
    delivered = sequence;
    ByteBuffer bytes = ByteBuffer.allocate(16).putLong(sequence).putLong(~sequence).flip();
    try (FileChannel channel =
        PrivateFiles.open(
            path.resolve(DELIVERED), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(bytes, 0);
    }
  }

  BufferFile newSegment(long firstSequence) throws IOException {
    return BufferFile.create(path, firstSequence);
  }

  /// Oldest first.
  List<Path> segmentFiles() throws IOException {
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(file -> file.toString().endsWith(BufferFile.ENDING)).sorted().toList();
    }
  }

  void delete() throws IOException {
    deleteAll(path);
  }

  static void deleteAll(Path path) throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    Files.walkFileTree(
        path,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }
        });
    Files.deleteIfExists(path);
  }

  private static long readDelivered(Path file) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    boolean whole = bytes.capacity() == 16 && bytes.getLong(0) == ~bytes.getLong(8);
    return whole ? bytes.getLong(0) : 0;
  }
}
