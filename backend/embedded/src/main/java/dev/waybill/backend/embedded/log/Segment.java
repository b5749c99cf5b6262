package dev.waybill.backend.embedded.log;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.base.PrivateFiles;
import dev.waybill.bytes.ByteReader;
import dev.waybill.bytes.ByteWriter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// One file of the log: a header, then frames, then zeros up to its full size. One thread writes;
/// any thread reads records through a mapping, which an interrupt cannot close.
public final class Segment implements AutoCloseable {

  public static final int HEADER = 64;
  private static final long MAGIC = 0x57_41_59_42_49_4C_4C_0AL;
  private static final int VERSION = 1;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN);

  private final Path file;
  private final FileChannel channel;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment mapping;
  private final long number;
  private final long salt;
  private final long firstBatch;

  private Segment(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    ByteReader header = readHeader();
    number = header.get8();
    salt = header.get8();
    firstBatch = header.get8();
    mapping = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
  }

  public static Segment open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      return new Segment(file, channel);
    } catch (IOException | RuntimeException failure) {
      channel.close();
      throw failure;
    }
  }

  /// Makes a prepared file of zeros the next segment. Its name is durable when this returns.
  static Segment create(Path prepared, Path file, long number, long salt, long firstBatch)
      throws IOException {
    ByteWriter header = new ByteWriter(HEADER);
    header.put8(MAGIC).put4(VERSION).put8(number).put8(salt).put8(firstBatch);
    header.put4(Frame.checksum(header.array(), 0, header.size()));
    try (FileChannel channel = FileChannel.open(prepared, StandardOpenOption.WRITE)) {
      Disk.write(channel, ByteBuffer.wrap(header.array(), 0, header.size()), 0);
      channel.force(true);
    }
    Files.move(prepared, file);
    Directories.syncDirectory(file.resolveSibling("."));
    return open(file);
  }

  /// Fills a new file with zeros, so that later writes change neither its size nor its blocks.
  static void prepare(Path file, int size) throws IOException {
    try (FileChannel channel =
        PrivateFiles.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 18);
      for (int at = 0; at < size; at += zeros.capacity()) {
        zeros.clear().limit(Math.min(zeros.capacity(), size - at));
        Disk.write(channel, zeros, at);
      }
      channel.force(true);
    }
  }

  private ByteReader readHeader() throws IOException {
    byte[] bytes = new byte[HEADER];
    Disk.readFully(channel, bytes, 0);
    ByteReader header = new ByteReader(bytes);
    int used = 8 + 4 + 8 + 8 + 8;
    long magic = header.get8();
    int version = header.get4();
    boolean intact = new ByteReader(bytes, used, 4).get4() == Frame.checksum(bytes, 0, used);
    if (magic != MAGIC || !intact) {
      throw corrupt("its header is damaged");
    }
    if (version > VERSION) {
      throw new WaybillException(
          Code.NEWER_FORMAT,
          file + " has log format " + version + "; this version reads up to " + VERSION);
    }
    return header;
  }

  public long number() {
    return number;
  }

  long salt() {
    return salt;
  }

  public long firstBatch() {
    return firstBatch;
  }

  FileChannel channel() {
    return channel;
  }

  public int capacity() {
    return (int) mapping.byteSize();
  }

  void write(ByteWriter frame, int offset) throws IOException {
    Disk.write(channel, ByteBuffer.wrap(frame.array(), 0, frame.size()), offset);
  }

  void sync() throws IOException {
    channel.force(false);
  }

  /// The verified body of the record at this offset. Throws an `IllegalStateException` once closed.
  byte[] readRecord(int offset) {
    int length = mapping.get(INT, offset);
    int available = capacity() - offset - Frame.RECORD_HEADER;
    if (length < 0 || length > available) {
      throw corrupt("the record at " + offset + " has an impossible length");
    }
    byte[] checked = new byte[length + 1];
    MemorySegment.copy(mapping, ValueLayout.JAVA_BYTE, offset + 8L, checked, 0, checked.length);
    if (mapping.get(INT, offset + 4L) != Frame.checksum(checked, 0, checked.length)) {
      throw corrupt("the record at " + offset + " does not match its checksum");
    }
    return java.util.Arrays.copyOfRange(checked, 1, checked.length);
  }

  public WaybillException corrupt(String how) {
    return new WaybillException(
        Code.CORRUPT,
        file + ": " + how + ". Nothing was changed; restore the data directory from a backup.");
  }

  void delete() throws IOException {
    close();
    Files.delete(file);
  }

  @Override
  public void close() throws IOException {
    arena.close();
    channel.close();
  }
}
