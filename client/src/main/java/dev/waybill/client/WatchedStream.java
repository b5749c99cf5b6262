package dev.waybill.client;

import java.io.IOException;
import java.io.InputStream;

/// A stream that [SilentStreams] closes if a read waits too long.
final class WatchedStream extends InputStream {

  private final InputStream bytes;
  private final SilentStreams silence;
  private volatile long waitingSince;

  WatchedStream(InputStream bytes, SilentStreams silence) {
    this.bytes = bytes;
    this.silence = silence;
    silence.watch(this);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    waitingSince = Math.max(1, System.nanoTime());
    try {
      return bytes.read(into, from, length);
    } finally {
      waitingSince = 0;
    }
  }

  /// Whether a read has been waiting since before that time.
  boolean isSilentSince(long time) {
    long since = waitingSince;
    return since != 0 && since - time < 0;
  }

  /// Also ends a read in progress.
  @Override
  public void close() {
    silence.forget(this);
    try {
      bytes.close();
    } catch (IOException gone) {
      // the stream is closed, so a failure does not matter
    }
  }
}
