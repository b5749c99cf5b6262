package dev.waybill.messages.http;

import dev.waybill.wire.http.HttpAnswer;
import dev.waybill.wire.http.HttpBody;
import dev.waybill.wire.http.HttpInput;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/// A connection for one request. It is made to an address that was checked, not to a name, which
/// could have another address by then.
final class OutgoingConnection implements AutoCloseable {

  private final OutgoingRequest request;
  private final int connectMillis;
  private @Nullable Socket socket;
  private boolean closed;
  private volatile boolean sent;

  OutgoingConnection(OutgoingRequest request, Duration connect) {
    this.request = request;
    this.connectMillis = Math.clamp(connect.toMillis(), 1, Integer.MAX_VALUE);
  }

  /// True if a part of the request may have arrived.
  boolean hasSent() {
    return sent;
  }

  /// Connects to the first address that answers.
  void open(List<InetAddress> addresses) throws IOException {
    IOException last = new ConnectException("no address");
    for (InetAddress address : addresses) {
      Socket plain = use(new Socket());
      try {
        plain.connect(new InetSocketAddress(address, request.port()), connectMillis);
        plain.setTcpNoDelay(true);
        if (request.isSecure()) {
          use(secured(plain));
        }
        return;
      } catch (IOException refused) {
        last = refused;
        plain.close();
      }
    }
    throw last;
  }

  private Socket secured(Socket plain) throws IOException {
    SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket secure =
        (SSLSocket) tls.createSocket(plain, request.uri().getHost(), request.port(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.setSoTimeout(connectMillis);
    secure.startHandshake();
    secure.setSoTimeout(0);
    return secure;
  }

  HttpAnswer<HttpBody> exchange() throws IOException {
    Socket open = toSend();
    try {
      open.getOutputStream().write(request.bytes());
    } catch (IOException cut) {
      return early(open, cut);
    }
    return answer(open);
  }

  /// A server that refuses a body may answer before it has read all of it.
  private static HttpAnswer<HttpBody> early(Socket open, IOException cut) throws IOException {
    try {
      return answer(open);
    } catch (IOException nothing) {
      cut.addSuppressed(nothing);
      throw cut;
    }
  }

  private static HttpAnswer<HttpBody> answer(Socket open) throws IOException {
    return new HttpInput(open.getInputStream()).open(Long.MAX_VALUE);
  }

  private synchronized Socket use(Socket next) throws IOException {
    if (closed) {
      next.close();
      throw new IOException("the time is over");
    }
    socket = next;
    return next;
  }

  /// Nothing is sent after the end of the time, when the outcome is decided.
  private synchronized Socket toSend() throws IOException {
    if (closed || socket == null) {
      throw new IOException("the time is over");
    }
    sent = true;
    return socket;
  }

  /// Ends a call that is under way, too.
  @Override
  public synchronized void close() {
    closed = true;
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException gone) {
      // that was the purpose
    }
  }
}
