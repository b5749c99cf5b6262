package dev.waybill.server.http.connection;

import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.server.telemetry.Calls;
import dev.waybill.server.telemetry.ObservedCall;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.io.ssl.SslHandshakeListener;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/// All connections and active requests. Ends those whose client is too slow: handshakes, headers,
/// bodies and answers each have a timeout as a whole, so that sending a byte from time to time does
/// not keep a connection alive.
///
/// Jetty reports a connection with TLS twice: as the one that encrypts, which matters until its
/// handshake is done, and as the one inside it, which reads requests like a connection without TLS.
public final class Exchanges implements Connection.Listener {

  private final Map<Connection, HttpConnection> lines = new ConcurrentHashMap<>();

  /// The start of active handshakes, in nano time.
  private final Map<Connection, Long> handshakes = new ConcurrentHashMap<>();

  private final Set<Exchange> open = ConcurrentHashMap.newKeySet();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition none = lock.newCondition();
  private final HttpLimits.Times times;
  private final Calls calls;
  private volatile boolean draining;

  public Exchanges(HttpLimits.Times times, Calls calls) {
    this.times = times;
    this.calls = calls;
  }

  Exchange open(Request request, Response response, Callback callback) {
    String path = Request.getPathInContext(request);
    ObservedCall watched = calls.http(request.getMethod(), path, request.getHeaders()::get);
    Exchange exchange = new Exchange(this, request, response, callback, watched);
    open.add(exchange);
    HttpConnection line = lines.get(connectionOf(exchange));
    if (line != null) {
      line.begins();
    }
    return exchange;
  }

  void over(Exchange exchange) {
    HttpConnection line = lines.get(connectionOf(exchange));
    if (line != null) {
      line.ends();
    }
    if (open.remove(exchange) && draining && open.isEmpty()) {
      tellNone();
    }
  }

  private static Connection connectionOf(Exchange exchange) {
    return exchange.request().getConnectionMetaData().getConnection();
  }

  @Override
  public void onOpened(Connection connection) {
    if (connection instanceof SslConnection secured) {
      handshakes.put(secured, System.nanoTime());
      secured.addHandshakeListener(new HandshakeEnd(secured));
    } else {
      lines.put(connection, new HttpConnection(connection));
    }
  }

  @Override
  public void onClosed(Connection connection) {
    handshakes.remove(connection);
    lines.remove(connection);
  }

  private final class HandshakeEnd implements SslHandshakeListener {

    private final Connection connection;

    HandshakeEnd(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void handshakeSucceeded(Event event) {
      handshakes.remove(connection);
    }
  }

  public int connections() {
    return lines.size();
  }

  public int requests() {
    return open.size();
  }

  /// Ends everything whose client has been too slow; called periodically.
  public void endOverdue() {
    long now = System.nanoTime();
    for (Exchange exchange : open) {
      if (exchange.isOverdue(now)) {
        exchange.abort();
      }
    }
    for (HttpConnection line : lines.values()) {
      line.endIfOverdue(now, times.header());
    }
    long handshake = times.handshake().toNanos();
    handshakes.forEach(
        (connection, since) -> {
          if (now - since > handshake) {
            connection.close();
          }
        });
  }

  public boolean isDraining() {
    return draining;
  }

  public void drain() {
    draining = true;
  }

  /// Waits until no request is active, at most this long.
  public void awaitNone(Duration longest) throws InterruptedException {
    long left = longest.toNanos();
    lock.lock();
    try {
      while (!open.isEmpty() && left > 0) {
        left = none.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void tellNone() {
    lock.lock();
    try {
      none.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
