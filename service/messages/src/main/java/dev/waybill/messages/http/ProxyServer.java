package dev.waybill.messages.http;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/// An HTTP proxy that all outgoing connections go through, as tunnels (`CONNECT`).
public final class ProxyServer {

  private final URI address;

  private ProxyServer(URI address) {
    this.address = address;
  }

  /// Reads the setting `messages.proxy`, such as `http://user:password@proxy.example.org:3128`.
  public static Optional<ProxyServer> read(String setting) {
    if (setting.isBlank()) {
      return Optional.empty();
    }
    try {
      URI address = URI.create(setting.strip());
      boolean plain = "".equals(address.getRawPath()) || "/".equals(address.getRawPath());
      if ("http".equals(address.getScheme()) && address.getHost() != null && plain) {
        return Optional.of(new ProxyServer(address));
      }
    } catch (IllegalArgumentException malformed) {
      // refused below; the text may have a password
    }
    throw new WaybillException(
        Code.INVALID_ARGUMENT, "messages.proxy must be such as http://proxy.example.org:3128");
  }

  InetSocketAddress socket() throws UnknownHostException {
    int port = address.getPort() < 0 ? 80 : address.getPort();
    return new InetSocketAddress(InetAddress.getByName(address.getHost()), port);
  }

  /// The request for a tunnel.
  byte[] connect(String target) {
    String login = address.getUserInfo();
    String credentials =
        login == null
            ? ""
            : "Proxy-Authorization: Basic "
                + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8))
                + "\r\n";
    String head = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n";
    return (head + credentials + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }
}
