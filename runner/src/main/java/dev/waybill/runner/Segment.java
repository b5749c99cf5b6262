package dev.waybill.runner;

import dev.waybill.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One file of a buffer: frames, one after the other. A part of the last one may be torn off.
final class Segment implements AutoCloseable {

  static final String ENDING = ".events";

  private final Path file;
  private final FileChannel channel;
  private long size;

  private Segment(Path file, FileChannel channel, long size) {
    this.file = file;
    this.channel = channel;
    this.size = size;
  }

  static Segment create(Path folder, long firstSequence) throws IOException {
    Path file = folder.resolve("%019d".formatted(firstSequence) + ENDING);
    FileChannel channel =
        PrivateFiles.open(
            file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    return new Segment(file, channel, 0);
  }

  static Segment open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    return new Segment(file, channel, channel.size());
  }

  long size() {
    return size;
  }

  /// Writes after the last whole frame, so that what a failed write left there is overwritten.
  void append(Frame frame) throws IOException {
    ByteBuffer bytes = frame.encode();
    long place = size;
    while (bytes.hasRemaining()) {
      place += channel.write(bytes, place);
    }
    size = place;
  }

  /// Whole frames from a place on, at most as many bytes; empty at the end or at a torn frame.
  List<Frame> read(long from, int maxBytes) throws IOException {
    int length = (int) Math.min(size - from, maxBytes);
    ByteBuffer block = ByteBuffer.allocate(length);
    while (block.hasRemaining() && channel.read(block, from + block.position()) >= 0) {
      // reads on until the block is full or the file is at its end
    }
    block.flip();
    List<Frame> frames = new ArrayList<>();
    for (@Nullable Frame next = Frame.decode(block); next != null; next = Frame.decode(block)) {
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
