package dev.waybill.backend.embedded;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// File operations that finish what they begin.
final class Disk {

  private Disk() {}

  static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
    long offset = at;
    while (bytes.hasRemaining()) {
      offset += channel.write(bytes, offset);
    }
  }

  static void readFully(FileChannel channel, byte[] into, long at) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        throw new EOFException("the file ends at " + (at + buffer.position()));
      }
    }
  }

  /// Makes names in a folder durable: a new or renamed file may otherwise be gone after a power
  /// cut.
  static void syncDirectory(Path folder) throws IOException {
    try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
      directory.force(true);
    }
  }

  /// The failure as users hear it.
  static WaybillException failure(String doing, IOException cause) {
    String words = String.valueOf(cause.getMessage());
    boolean full = words.contains("No space left") || words.contains("Disk quota exceeded");
    return new WaybillException(
        full ? Code.DISK_FULL : Code.STORE_FAILED, doing + " failed: " + words, cause);
  }
}
