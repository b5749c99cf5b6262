package dev.waybill.server.auth;

import dev.waybill.Payload;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/// The origin of a call for limits: an IPv4 address, or the first half of an IPv6 address, because
/// a caller can choose the second half.
public record CallerNetwork(Payload address) {

  private static final int IPV6_BYTES = 16;

  public static CallerNetwork of(InetAddress address) {
    byte[] bytes = address.getAddress();
    int length = bytes.length == IPV6_BYTES ? IPV6_BYTES / 2 : bytes.length;
    return new CallerNetwork(Payload.wrap(Arrays.copyOf(bytes, length)));
  }

  /// Whether this host is reachable only from this machine.
  public static boolean isThisMachine(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(InetAddress::isLoopbackAddress);
    } catch (UnknownHostException unknown) {
      return false;
    }
  }
}
