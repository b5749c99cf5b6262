package dev.waybill.backend.embedded.log;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// File operations that complete.
public final class Disk {

  private Disk() {}

  public static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
    long offset = at;
    while (bytes.hasRemaining()) {
      offset += channel.write(bytes, offset);
    }
  }

  /// Fails at once if the disk has less free space than this, rather than after filling it.
  static void checkFree(Path folder, long bytes) throws IOException {
    long free = Files.getFileStore(folder).getUsableSpace();
    if (free < bytes) {
      throw new IOException("No space left: " + free + " bytes free, " + bytes + " needed");
    }
  }

  public static void readFully(FileChannel channel, byte[] into, long at) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        throw new EOFException("the file ends at " + (at + buffer.position()));
      }
    }
  }
}
