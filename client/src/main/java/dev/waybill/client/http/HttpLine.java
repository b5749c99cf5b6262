package dev.waybill.client.http;

import dev.waybill.Payload;
import dev.waybill.wire.http.HttpAnswer;
import dev.waybill.wire.http.HttpBody;
import dev.waybill.wire.http.HttpInput;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/// One connection to a server, for one call after the other.
final class HttpLine implements AutoCloseable {

  /// Servers close idle connections; ours after 60 seconds.
  private static final long LONGEST_IDLE = TimeUnit.SECONDS.toNanos(20);

  /// After this idle time, the connection is checked before it is used.
  private static final long DOUBTFUL = TimeUnit.MILLISECONDS.toNanos(500);

  private final Socket socket;
  private final HttpInput in;
  private final OutputStream out;
  private long idleSince = System.nanoTime();
  private boolean refused;
  private volatile boolean hungUp;

  private HttpLine(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new HttpInput(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /// Fails with a `ConnectException` in every case, because no request was sent yet.
  ///
  /// @param tls the trust settings; null for those of the JVM
  static HttpLine open(URI address, Duration longest, @Nullable SSLContext tls)
      throws ConnectException {
    boolean secure = "https".equalsIgnoreCase(address.getScheme());
    int port = address.getPort() >= 0 ? address.getPort() : secure ? 443 : 80;
    int millis = Math.clamp(longest.toMillis(), 1, Integer.MAX_VALUE);
    Proxy proxy = proxy(address);
    Socket socket = new Socket(proxy);
    try {
      socket.setTcpNoDelay(true);
      socket.connect(target(proxy, address.getHost(), port), millis);
      return new HttpLine(
          secure ? secured(socket, address.getHost(), millis, trusting(tls)) : socket);
    } catch (IOException failed) {
      end(socket);
      String why = failed.getMessage() == null ? failed.toString() : failed.getMessage();
      ConnectException refused = new ConnectException(why);
      refused.initCause(failed);
      throw refused;
    }
  }

  private static Proxy proxy(URI address) {
    ProxySelector selector = ProxySelector.getDefault();
    Proxy first = selector == null ? Proxy.NO_PROXY : selector.select(address).getFirst();
    return first.type() == Proxy.Type.DIRECT ? Proxy.NO_PROXY : first;
  }

  /// The proxy resolves the name, because it may know names that this machine does not.
  private static InetSocketAddress target(Proxy proxy, String host, int port) {
    return proxy.equals(Proxy.NO_PROXY)
        ? new InetSocketAddress(host, port)
        : InetSocketAddress.createUnresolved(host, port);
  }

  private static SSLContext trusting(@Nullable SSLContext tls) throws IOException {
    try {
      return tls == null ? SSLContext.getDefault() : tls;
    } catch (NoSuchAlgorithmException impossible) {
      throw new IOException("this JVM does not support TLS", impossible);
    }
  }

  private static Socket secured(Socket plain, String host, int millis, SSLContext tls)
      throws IOException {
    SSLSocket secure =
        (SSLSocket) tls.getSocketFactory().createSocket(plain, host, plain.getPort(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.setSoTimeout(millis);
    secure.startHandshake();
    secure.setSoTimeout(0);
    return secure;
  }

  HttpAnswer<Payload> exchange(OutgoingRequest request) throws IOException {
    try {
      request.writeTo(out);
    } catch (IOException cut) {
      return early(cut);
    }
    HttpAnswer<Payload> answer = in.next();
    idleSince = System.nanoTime();
    return answer;
  }

  /// Sends a request whose answer is a stream.
  HttpAnswer<HttpBody> open(OutgoingRequest request, Duration longestSilence) throws IOException {
    request.writeTo(out);
    HttpAnswer<HttpBody> answer = in.open(Long.MAX_VALUE);
    socket.setSoTimeout((int) longestSilence.toMillis());
    return answer;
  }

  /// A server that refuses a body may answer before it has read all of it.
  private HttpAnswer<Payload> early(IOException cut) throws IOException {
    try {
      HttpAnswer<Payload> answer = in.next();
      refused = true;
      return answer;
    } catch (IOException nothing) {
      cut.addSuppressed(nothing);
      throw cut;
    }
  }

  /// Closes the sending side. The answer of the server can still be read.
  void hangUp() {
    hungUp = true;
    try {
      socket.shutdownOutput();
    } catch (IOException gone) {
      // the connection is closed
    }
  }

  boolean isReusable() {
    return in.isReusable() && !refused && !hungUp;
  }

  boolean isTooOld(long now) {
    return now - idleSince > LONGEST_IDLE;
  }

  /// Whether the connection is usable: the server sends nothing between calls except its close.
  boolean isAlive(long now) {
    if (now - idleSince < DOUBTFUL) {
      return true;
    }
    try {
      socket.setSoTimeout(1);
      var _ = socket.getInputStream().read();
      return false;
    } catch (SocketTimeoutException silent) {
      return canWait();
    } catch (IOException broken) {
      return false;
    }
  }

  /// Resets the read timeout, so that the next answer can take as long as its call allows.
  boolean canWait() {
    try {
      socket.setSoTimeout(0);
      return true;
    } catch (IOException broken) {
      return false;
    }
  }

  /// Also ends a call in progress.
  @Override
  public void close() {
    end(socket);
  }

  private static void end(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // the connection is closed
    }
  }
}
