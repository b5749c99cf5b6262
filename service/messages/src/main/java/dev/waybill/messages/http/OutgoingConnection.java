package dev.waybill.messages.http;

import dev.waybill.wire.http.HttpAnswer;
import dev.waybill.wire.http.HttpBody;
import dev.waybill.wire.http.HttpInput;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// A connection for one request after the other. It leads to an address that was checked, not to a
/// name, which could have another address by then.
final class OutgoingConnection implements Closeable {

  private final Hop hop;
  private final Socket socket;
  private final HttpInput in;
  private boolean broken;

  private OutgoingConnection(Hop hop, Socket socket) throws IOException {
    this.hop = hop;
    this.socket = socket;
    this.in = new HttpInput(socket.getInputStream());
  }

  /// How connections are made.
  ///
  /// @param millis the time for connecting, for the tunnel and for the TLS handshake
  record Opening(OutgoingRequest request, Network network, int millis) {}

  /// A connection by the first way that works.
  static OutgoingConnection openAny(List<Hop> hops, Opening opening, OutgoingCall call)
      throws IOException {
    IOException last = new ConnectException("no address");
    for (Hop hop : hops) {
      try {
        return open(hop, opening, call);
      } catch (IOException refused) {
        last = refused;
      }
    }
    throw last;
  }

  private static OutgoingConnection open(Hop hop, Opening opening, OutgoingCall call)
      throws IOException {
    Socket plain = call.use(new Socket());
    try {
      plain.connect(hop.socket(), opening.millis());
      plain.setTcpNoDelay(true);
      plain.setSoTimeout(opening.millis());
      tunnel(plain, hop, opening.network());
      Socket ready = opening.request().isSecure() ? call.use(secured(plain, opening)) : plain;
      ready.setSoTimeout(0);
      return call.use(new OutgoingConnection(hop, ready));
    } catch (IOException refused) {
      plain.close();
      throw refused;
    }
  }

  private static void tunnel(Socket plain, Hop hop, Network network) throws IOException {
    if (hop.tunnel() == null || network.proxy().isEmpty()) {
      return;
    }
    plain.getOutputStream().write(network.proxy().get().connect(hop.tunnel()));
    HttpAnswer<HttpBody> answer = new HttpInput(plain.getInputStream()).open(Long.MAX_VALUE);
    if (!answer.isGood()) {
      throw new IOException("the proxy answered " + answer.status());
    }
  }

  private static SSLSocket secured(Socket plain, Opening opening) throws IOException {
    OutgoingRequest request = opening.request();
    SSLSocketFactory tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
    SSLSocket secure =
        (SSLSocket) tls.createSocket(plain, request.uri().getHost(), request.port(), true);
    SSLParameters parameters = secure.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secure.setSSLParameters(parameters);
    secure.setSoTimeout(opening.millis());
    secure.startHandshake();
    return secure;
  }

  Hop hop() {
    return hop;
  }

  HttpAnswer<HttpBody> exchange(byte[] request) throws IOException {
    try {
      socket.getOutputStream().write(request);
    } catch (IOException cut) {
      return early(cut);
    }
    return in.open(Long.MAX_VALUE);
  }

  /// A server that refuses a body may answer before it has read all of it.
  private HttpAnswer<HttpBody> early(IOException cut) throws IOException {
    broken = true;
    try {
      return in.open(Long.MAX_VALUE);
    } catch (IOException nothing) {
      cut.addSuppressed(nothing);
      throw cut;
    }
  }

  /// True if another request may follow the one that was answered with this.
  boolean isReusable(HttpBody answered) {
    return !broken && answered.isComplete() && in.isReusable();
  }

  /// False if the server has closed the connection, or has sent something without a request.
  boolean isAlive() {
    try {
      socket.setSoTimeout(1);
      var _ = socket.getInputStream().read();
      return false;
    } catch (SocketTimeoutException quiet) {
      return isReset();
    } catch (IOException broken) {
      return false;
    }
  }

  private boolean isReset() {
    try {
      socket.setSoTimeout(0);
      return true;
    } catch (IOException broken) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException gone) {
      // that was the purpose
    }
  }
}
