package dev.waybill;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// The first `length` bytes of a stream; reading fails if there are fewer.
final class ExactBytes extends FilterInputStream {

  private long left;

  ExactBytes(InputStream source, long length) {
    super(source);
    this.left = length;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    if (length == 0 || left == 0) {
      return length == 0 ? 0 : -1;
    }
    int read = in.read(into, from, (int) Math.min(length, left));
    if (read < 0) {
      throw new EOFException(left + " bytes are missing");
    }
    left -= read;
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = in.skip(Math.min(bytes, left));
    left -= skipped;
    return skipped;
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
