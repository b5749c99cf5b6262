package dev.waybill.server.auth;

import dev.waybill.Payload;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/// Where a call comes from, as far as it tells callers apart: an IPv4 address, or the first half of
/// an IPv6 address, because the second is the caller's to choose.
public record CallerNetwork(Payload address) {

  private static final int IPV6_BYTES = 16;

  public static CallerNetwork of(InetAddress address) {
    byte[] bytes = address.getAddress();
    int length = bytes.length == IPV6_BYTES ? IPV6_BYTES / 2 : bytes.length;
    return new CallerNetwork(Payload.wrap(Arrays.copyOf(bytes, length)));
  }

  /// Whether only this machine can reach what listens on this host.
  public static boolean isThisMachine(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException unknown) {
      return false;
    }
  }
}
