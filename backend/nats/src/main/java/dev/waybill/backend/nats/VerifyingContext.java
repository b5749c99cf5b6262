package dev.waybill.backend.nats;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/// TLS that verifies the host name in the certificate of a server, which the client library does
/// not.
///
/// A configured server must have a certificate for its name. A server that the cluster announced,
/// usually by its address alone, must have one for the first configured name.
final class VerifyingContext extends SSLContext {

  private VerifyingContext(SSLContext of, List<String> hosts) {
    super(new Verifying(of, hosts), of.getProvider(), of.getProtocol());
  }

  /// @param hosts the hosts of the configured servers, at least one
  static SSLContext of(SSLContext trusting, List<String> hosts) {
    return new VerifyingContext(trusting, hosts);
  }

  private static final class Sockets extends SSLSocketFactory {

    private final SSLSocketFactory plain;
    private final List<String> hosts;

    Sockets(SSLSocketFactory plain, List<String> hosts) {
      this.plain = plain;
      this.hosts = hosts;
    }

    @Override
    public Socket createSocket(Socket over, String host, int port, boolean autoClose)
        throws IOException {
      String name = hosts.contains(host) ? host : hosts.getFirst();
      return verifying(plain.createSocket(over, name, port, autoClose));
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      return verifying(plain.createSocket(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
        throws IOException {
      return verifying(plain.createSocket(host, port, local, localPort));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      return verifying(plain.createSocket(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
        throws IOException {
      return verifying(plain.createSocket(host, port, local, localPort));
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return plain.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return plain.getSupportedCipherSuites();
    }

    private static Socket verifying(Socket socket) {
      if (socket instanceof SSLSocket secure) {
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
      }
      return socket;
    }
  }

  private static final class Verifying extends SSLContextSpi {

    private final SSLContext plain;
    private final List<String> hosts;

    Verifying(SSLContext plain, List<String> hosts) {
      this.plain = plain;
      this.hosts = List.copyOf(hosts);
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return new Sockets(plain.getSocketFactory(), hosts);
    }

    @Override
    protected void engineInit(
        KeyManager @Nullable [] us, TrustManager @Nullable [] them, @Nullable SecureRandom random)
        throws KeyManagementException {
      throw new KeyManagementException("is ready to use");
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw new UnsupportedOperationException("for clients only");
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      throw new UnsupportedOperationException("for sockets only");
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      throw new UnsupportedOperationException("for sockets only");
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return plain.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return plain.getClientSessionContext();
    }
  }
}
