package dev.waybill.client.http;

import dev.waybill.base.BlockInputStream;
import dev.waybill.wire.http.HttpBody;
import java.io.IOException;
import java.io.InterruptedIOException;

/// The body of an answer while it arrives. An interrupt ends a read, and so does closing the stream
/// from another thread.
public final class HttpStream extends BlockInputStream {

  private final HttpBody body;
  private final Runnable release;

  HttpStream(HttpBody body, Runnable release) {
    this.body = body;
    this.release = release;
  }

  @Override
  public int read(byte[] into, int from, int length) throws IOException {
    try {
      return Thread.currentThread().isVirtual()
          ? body.read(into, from, length)
          : InterruptibleCall.run(() -> body.read(into, from, length), _ -> {});
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading a stream");
    }
  }

  @Override
  public void close() {
    release.run();
  }
}
