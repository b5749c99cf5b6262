package dev.waybill.documents.parse;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;

/// Reads one small entry of a zip file by the directory at its end, in bounded memory.
final class ZipDirectory {

  static final int MOST_ENTRIES = 10_000;

  private static final int LONGEST_DIRECTORY = 4 << 20;
  private static final int END_LENGTH = 22;
  private static final int LONGEST_COMMENT = 0xFFFF;
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int ENTRY_SIGNATURE = 0x02014b50;
  private static final int ENTRY_LENGTH = 46;
  private static final int LOCAL_SIGNATURE = 0x04034b50;
  private static final int LOCAL_LENGTH = 30;

  private final SeekableByteChannel file;

  private ZipDirectory(SeekableByteChannel file) {
    this.file = file;
  }

  /// The content of an entry, cut at `most` bytes.
  static Optional<byte[]> read(Path path, String name, int most) throws IOException {
    try (SeekableByteChannel file = Files.newByteChannel(path)) {
      return new ZipDirectory(file).find(name, most);
    }
  }

  private Optional<byte[]> find(String name, int most) throws IOException {
    ByteBuffer directory = directory();
    for (int i = 0; directory.remaining() >= ENTRY_LENGTH && i < MOST_ENTRIES; i++) {
      int start = directory.position();
      require(directory.getInt(start) == ENTRY_SIGNATURE, "its directory is damaged");
      int nameLength = unsigned(directory.getShort(start + 28));
      int next =
          ENTRY_LENGTH
              + nameLength
              + unsigned(directory.getShort(start + 30))
              + unsigned(directory.getShort(start + 32));
      require(next <= directory.remaining(), "its directory is damaged");
      if (name.equals(text(directory, start + ENTRY_LENGTH, nameLength))) {
        return Optional.of(content(directory, start, most));
      }
      directory.position(start + next);
    }
    return Optional.empty();
  }

  private ByteBuffer directory() throws IOException {
    long length = file.size();
    int tail = (int) Math.min(length, END_LENGTH + LONGEST_COMMENT);
    ByteBuffer end = read(length - tail, tail);
    int at = tail - END_LENGTH;
    while (at >= 0 && end.getInt(at) != END_SIGNATURE) {
      at--;
    }
    require(at >= 0, "its end is missing");
    int entries = unsigned(end.getShort(at + 10));
    long size = Integer.toUnsignedLong(end.getInt(at + 12));
    require(entries <= MOST_ENTRIES && size <= LONGEST_DIRECTORY, "it has too many entries");
    return read(Integer.toUnsignedLong(end.getInt(at + 16)), (int) size);
  }

  private byte[] content(ByteBuffer directory, int entry, int most) throws IOException {
    int method = unsigned(directory.getShort(entry + 10));
    long packed = Integer.toUnsignedLong(directory.getInt(entry + 20));
    long local = Integer.toUnsignedLong(directory.getInt(entry + 42));
    ByteBuffer header = read(local, LOCAL_LENGTH);
    require(header.getInt(0) == LOCAL_SIGNATURE, "an entry is damaged");
    long start =
        local + LOCAL_LENGTH + unsigned(header.getShort(26)) + unsigned(header.getShort(28));
    byte[] bytes = read(start, (int) Math.min(packed, most)).array();
    return method == ZipEntry.STORED ? bytes : inflated(bytes, most);
  }

  private static byte[] inflated(byte[] packed, int most) throws IOException {
    try (Inflater inflater = new Inflater(true)) {
      inflater.setInput(packed);
      byte[] content = new byte[most];
      int length = 0;
      int count = inflater.inflate(content);
      while (count > 0) {
        length += count;
        count = inflater.inflate(content, length, most - length);
      }
      return Arrays.copyOf(content, length);
    } catch (DataFormatException damaged) {
      throw (ZipException) new ZipException("an entry is damaged").initCause(damaged);
    }
  }

  private ByteBuffer read(long position, int length) throws IOException {
    require(position >= 0 && position + length <= file.size(), "it is cut off");
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    file.position(position);
    while (buffer.hasRemaining()) {
      if (file.read(buffer) < 0) {
        throw new EOFException();
      }
    }
    return buffer.flip();
  }

  private static String text(ByteBuffer from, int start, int length) {
    byte[] bytes = new byte[length];
    from.get(start, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int unsigned(short value) {
    return Short.toUnsignedInt(value);
  }

  private static void require(boolean holds, String problem) throws ZipException {
    if (!holds) {
      throw new ZipException(problem);
    }
  }
}
