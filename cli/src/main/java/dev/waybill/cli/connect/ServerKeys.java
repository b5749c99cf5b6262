package dev.waybill.cli.connect;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.net.InetAddress;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// Decides to which servers the API key of the environment is sent.
final class ServerKeys {

  private ServerKeys() {}

  /// HTTP sends a key in clear text, so the command sends it to another machine only with
  /// `--allow-http`.
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

  /// Sends the key to an address that was found in a data directory only if it is a loopback
  /// address.
  static void requireLocal(URI address, @Nullable String key) {
    if (key != null && !isLocal(address)) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          "the data directory is in use by the server at "
              + address
              + ", which is another machine; name that server with --server to send it"
              + " WAYBILL_KEY");
    }
  }

  /// Whether the address is a loopback address. Does not resolve names.
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
