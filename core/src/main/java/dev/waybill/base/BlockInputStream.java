package dev.waybill.base;

import java.io.IOException;
import java.io.InputStream;

/// An input stream whose subclass only implements reading into an array.
public abstract class BlockInputStream extends InputStream {

  @Override
  public final int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public abstract int read(byte[] into, int from, int length) throws IOException;
}
