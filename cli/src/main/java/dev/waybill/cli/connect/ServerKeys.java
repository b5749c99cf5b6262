package dev.waybill.cli.connect;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.net.InetAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Decides to which servers the API key of the environment is sent.
final class ServerKeys {

  private ServerKeys() {}

  /// A key travels in clear text over http, so to another machine it goes only if that was asked
  /// for.
  static void requireSafe(URI address, @Nullable String key, boolean plainHttp) {
    boolean safe = "https".equalsIgnoreCase(address.getScheme()) || isLocal(address);
    if (key != null && !safe && !plainHttp) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "WAYBILL_KEY would be readable on its way to "
              + address
              + "; use https, or --allow-http to send it anyway");
    }
  }

  /// An address that was found in a data directory gets the key only if it is of this machine.
  static void requireLocal(URI address, @Nullable String key) {
    if (key != null && !isLocal(address)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the data directory is open in a server at "
              + address
              + ", which is not this machine; name it with --server to send it WAYBILL_KEY");
    }
  }

  /// Whether it is of this machine by what it says, without asking a name server.
  static boolean isLocal(URI address) {
    String host = String.valueOf(address.getHost());
    if (host.equalsIgnoreCase("localhost")) {
      return true;
    }
    try {
      InetAddress literal = InetAddress.ofLiteral(host.replaceAll("^\\[|\\]$", ""));
      return literal.isLoopbackAddress() || literal.isAnyLocalAddress();
    } catch (IllegalArgumentException name) {
      return false;
    }
  }
}
