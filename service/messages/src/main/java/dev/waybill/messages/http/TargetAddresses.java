package dev.waybill.messages.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Decides which addresses may be called. URLs of recipients come from callers, who must not reach
/// the networks of the server through them.
public final class TargetAddresses {

  /// Everything that is not a public address of IPv4.
  private static final List<NetworkRange> NOT_PUBLIC_4 =
      ranges(
          "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12"
              + " 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15"
              + " 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4");

  private static final NetworkRange PUBLIC_6 = NetworkRange.parse("2000::/3");

  /// Parts of the public range that lead elsewhere: special uses, Teredo, examples, and 6to4, which
  /// contains any address of IPv4.
  private static final List<NetworkRange> NOT_PUBLIC_6 =
      ranges("2001::/23 2001:db8::/32 2002::/16 3fff::/20");

  private static final List<NetworkRange> EVERYTHING = ranges("0.0.0.0/0 ::/0");

  private final List<NetworkRange> allowed;
  private final Resolver resolver;

  /// Finds the addresses of a host.
  @FunctionalInterface
  public interface Resolver {

    InetAddress[] resolve(String host) throws UnknownHostException;
  }

  /// No address may be called.
  static final class ForbiddenAddress extends Exception {

    private static final long serialVersionUID = 1L;

    ForbiddenAddress(String message) {
      super(message);
    }
  }

  private TargetAddresses(List<NetworkRange> allowed, Resolver resolver) {
    this.allowed = allowed;
    this.resolver = resolver;
  }

  /// For URLs of the configuration.
  public static TargetAddresses trusted() {
    return new TargetAddresses(EVERYTHING, InetAddress::getAllByName);
  }

  /// Public addresses only, and the ranges of the setting `messages.allow_networks`.
  public static TargetAddresses allowing(String networks) {
    return allowing(networks, InetAddress::getAllByName);
  }

  static TargetAddresses allowing(String networks, Resolver resolver) {
    return new TargetAddresses(ranges(networks), resolver);
  }

  private static List<NetworkRange> ranges(String text) {
    return Stream.of(text.strip().split("[\\s,]+", -1))
        .filter(one -> !one.isEmpty())
        .map(NetworkRange::parse)
        .toList();
  }

  /// True if any address may be called.
  boolean isTrusted() {
    return allowed.equals(EVERYTHING);
  }

  /// The addresses of a host, to connect to one of them. All of them must be allowed: a host with a
  /// public and a private address is an attack, or a mistake.
  List<InetAddress> resolve(String host) throws UnknownHostException, ForbiddenAddress {
    String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    List<InetAddress> found = Arrays.asList(resolver.resolve(name));
    if (found.isEmpty()) {
      throw new UnknownHostException(name);
    }
    if (!found.stream().allMatch(this::isAllowed)) {
      throw new ForbiddenAddress(
          "the address of " + name + " is not public; messages.allow_networks does not allow it");
    }
    return found;
  }

  private boolean isAllowed(InetAddress address) {
    return isPublic(address) || isIn(allowed, address);
  }

  private static boolean isPublic(InetAddress address) {
    return address instanceof Inet4Address
        ? !isIn(NOT_PUBLIC_4, address)
        : PUBLIC_6.contains(address) && !isIn(NOT_PUBLIC_6, address);
  }

  private static boolean isIn(List<NetworkRange> ranges, InetAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }
}
