package dev.waybill.backend.embedded;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

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
}
