package dev.waybill.client;

import java.io.IOException;
import java.io.InputStream;

/// A payload or result that the server streams. Fails with the codes of a call, as a stream of the
/// store does.
final class Download extends InputStream {

  private final InputStream bytes;
  private final HttpTransport transport;

  Download(InputStream bytes, HttpTransport transport) {
    this.bytes = bytes;
    this.transport = transport;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) {
    try {
      return bytes.read(into, from, length);
    } catch (IOException broken) {
      throw transport.cutShort(broken);
    }
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
