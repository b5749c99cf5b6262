package dev.waybill.server.http.connection;

import java.io.IOException;
import java.io.InputStream;
import org.eclipse.jetty.io.Content;

/// A body that is read while it arrives. When it has arrived, the client waits for the server.
final class ArrivingBody extends InputStream {

  private final Exchange exchange;
  private final InputStream in;
  private long left;

  ArrivingBody(Exchange exchange, long length) {
    this.exchange = exchange;
    this.in = Content.Source.asInputStream(exchange.request());
    this.left = length;
    endIfComplete();
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int from, int length) {
    if (left == 0) {
      return -1;
    }
    int read = arriving(into, from, (int) Math.min(length, left));
    left -= read;
    exchange.clientSent(read);
    endIfComplete();
    return read;
  }

  private int arriving(byte[] into, int from, int length) {
    try {
      int read = in.read(into, from, length);
      if (read >= 0) {
        return read;
      }
    } catch (IOException broken) {
      throw Bodies.incomplete(exchange);
    }
    throw Bodies.incomplete(exchange);
  }

  private void endIfComplete() {
    if (left == 0) {
      exchange.markBodyRead();
      exchange.clientWaits();
    }
  }
}
