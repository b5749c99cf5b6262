package dev.waybill.messages.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How the server reaches other hosts.
///
/// @param targets the addresses that may be called
/// @param proxyServer the proxy; null to connect directly
public record Network(TargetAddresses targets, @Nullable ProxyServer proxyServer) {

  public static Network direct(TargetAddresses targets) {
    return new Network(targets, null);
  }

  /// The same network for URLs of the configuration, which may lead anywhere.
  public Network trusted() {
    return new Network(TargetAddresses.trusted(), proxyServer);
  }

  Optional<ProxyServer> proxy() {
    return Optional.ofNullable(proxyServer);
  }

  /// Why a URL may not be called; empty if it may, or if nothing is known about its host now.
  public Optional<String> refusal(URI url) {
    try {
      hops(url, 0);
      return Optional.empty();
    } catch (UnknownHostException perhapsLater) {
      return Optional.empty();
    } catch (TargetAddresses.ForbiddenAddress forbidden) {
      return Optional.of(String.valueOf(forbidden.getMessage()));
    }
  }

  /// The ways to the host of a URL. A name is looked up once and its addresses are checked; a proxy
  /// gets the checked address, so that it cannot find another one. Only a trusted name is left to
  /// the proxy to look up.
  List<Hop> hops(URI uri, int port) throws UnknownHostException, TargetAddresses.ForbiddenAddress {
    if (proxyServer == null) {
      return targets.resolve(uri.getHost()).stream()
          .map(address -> new Hop(new InetSocketAddress(address, port), null))
          .toList();
    }
    InetSocketAddress via = proxyServer.socket();
    return targets.isTrusted()
        ? List.of(new Hop(via, uri.getHost() + ":" + port))
        : targets.resolve(uri.getHost()).stream()
            .map(address -> new Hop(via, literal(address) + ":" + port))
            .toList();
  }

  private static String literal(InetAddress address) {
    String text = address.getHostAddress();
    return text.contains(":") ? "[" + text + "]" : text;
  }
}
