package dev.waybill.server.http.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/// Detects that a client disconnects while its call waits. Otherwise the server would learn of it
/// only when it writes, which is too late for a lease.
final class Presence implements Callback {

  private final Exchange exchange;
  private final EndPoint endPoint;
  private final Runnable onGone;
  private boolean over;

  private Presence(Exchange exchange, Runnable onGone) {
    this.exchange = exchange;
    this.endPoint = exchange.endPoint();
    this.onGone = onGone;
  }

  /// Watches until [#stop], which must be called before the response is completed.
  static Presence watch(Exchange exchange, Runnable onGone) {
    Presence presence = new Presence(exchange, onGone);
    presence.endPoint.tryFillInterested(presence);
    return presence;
  }

  void stop() {
    synchronized (this) {
      over = true;
    }
    if (endPoint instanceof AbstractEndPoint watched) {
      watched.getFillInterest().fillable();
    }
  }

  @Override
  public synchronized void succeeded() {
    if (over) {
      return;
    }
    try {
      look();
    } catch (IOException broken) {
      gone();
    }
  }

  @Override
  public synchronized void failed(Throwable cause) {
    if (!over) {
      gone();
    }
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  /// Bytes here are the next request of a client that pipelines. They cannot be put back; the
  /// connection is closed after this answer, and the client must send the request again.
  private void look() throws IOException {
    ByteBuffer byteOfNext = BufferUtil.allocate(1);
    int count = endPoint.fill(byteOfNext);
    if (count < 0) {
      gone();
    } else if (count == 0) {
      endPoint.tryFillInterested(this);
    } else {
      exchange.markLast();
    }
  }

  private void gone() {
    over = true;
    exchange.markGone();
    onGone.run();
  }
}
