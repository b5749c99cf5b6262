package dev.waybill.client;

import java.io.IOException;
import java.io.InputStream;

/// A stream that [SilentStreams] closes if somebody waits for its next bytes for too long.
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

  /// Whether somebody has waited for bytes since before then.
  boolean isSilentSince(long time) {
    long since = waitingSince;
    return since != 0 && since - time < 0;
  }

  /// Ends a read that is under way, too.
  @Override
  public void close() {
    silence.forget(this);
    try {
      bytes.close();
    } catch (IOException gone) {
      // that was the purpose
    }
  }
}
