package dev.waybill.runner.outbox;

import dev.waybill.base.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One file of a buffer: a sequence of frames. The last frame may be incomplete.
final class BufferFile implements AutoCloseable {

  static final String ENDING = ".events";

  private final Path file;
  private final FileChannel channel;
  private long size;

  private BufferFile(Path file, FileChannel channel, long size) {
    this.file = file;
    this.channel = channel;
    this.size = size;
  }

  static BufferFile create(Path folder, long firstSequence) throws IOException {
    Path file = folder.resolve("%019d".formatted(firstSequence) + ENDING);
    FileChannel channel =
        PrivateFiles.open(
            file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    return new BufferFile(file, channel, 0);
  }

  static BufferFile open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    return new BufferFile(file, channel, channel.size());
  }

  long size() {
    return size;
  }

  /// Writes after the last complete frame, so that the rest of a failed write is overwritten.
  void append(BufferedEvent frame) throws IOException {
    ByteBuffer bytes = frame.encode();
    long position = size;
    while (bytes.hasRemaining()) {
      position += channel.write(bytes, position);
    }
    size = position;
  }

  /// Complete frames from a position, up to the given size; empty at the end or at a torn frame.
  List<BufferedEvent> read(long from, int maxBytes) throws IOException {
    int length = (int) Math.min(size - from, maxBytes);
    ByteBuffer block = ByteBuffer.allocate(length);
    while (block.hasRemaining() && channel.read(block, from + block.position()) >= 0) {
      // reads until the buffer is full or the file ends
    }
    block.flip();
    List<BufferedEvent> frames = new ArrayList<>();
    for (@Nullable BufferedEvent next = BufferedEvent.decode(block);
        next != null;
        next = BufferedEvent.decode(block)) {
      frames.add(next);
    }
    return frames;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  void delete() throws IOException {
    close();
    Files.deleteIfExists(file);
  }
}
