package dev.waybill.server.auth;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The host names that callers may use for this server, in `Host` or `:authority`.
///
/// A web page can make its own host name point to this machine (DNS rebinding) and then counts as
/// same-origin. So a server with open access accepts only names that nobody else can own, and no
/// calls through a proxy or tunnel. Configured names are always checked.
public final class ServerNames {

  /// Headers that proxies add; `x-forwarded-` is a prefix.
  private static final Set<String> OF_PROXIES = Set.of("forwarded", "via", "x-real-ip");

  private static final String FORWARDED = "x-forwarded-";
  private static final Pattern PORT = Pattern.compile(":[0-9]{0,5}$");
  private static final Pattern THIS_MACHINE =
      Pattern.compile("localhost|127(\\.[0-9]{1,3}){3}|\\[::1]");

  private final Set<String> configured;

  /// @param configured further names, without ports
  public ServerNames(List<String> configured) {
    this.configured =
        configured.stream().map(ServerNames::folded).collect(Collectors.toUnmodifiableSet());
  }

  /// Why a call is refused; empty if it is allowed.
  ///
  /// @param open whether access is open
  /// @param host the host name of the call, perhaps with a port
  /// @param headers the names of all headers of the call
  public Optional<String> refusal(boolean open, @Nullable String host, Iterable<String> headers) {
    if (!open && configured.isEmpty()) {
      return Optional.empty();
    }
    if (!isKnown(host)) {
      return Optional.of(
          open
              ? "without an API key this server accepts the host names localhost, 127.0.0.1 and"
                  + " [::1] only; add other names to server.names"
              : "this server does not accept this host name; add it to server.names");
    }
    if (open && isProxied(headers)) {
      return Optional.of(
          "without an API key this server accepts no calls through a proxy; create a key first");
    }
    return Optional.empty();
  }

  private boolean isKnown(@Nullable String host) {
    if (host == null) {
      return false;
    }
    String name = folded(PORT.matcher(host.strip()).replaceFirst(""));
    return THIS_MACHINE.matcher(name).matches() || configured.contains(name);
  }

  private static boolean isProxied(Iterable<String> headers) {
    for (String header : headers) {
      String name = folded(header);
      if (OF_PROXIES.contains(name) || name.startsWith(FORWARDED)) {
        return true;
      }
    }
    return false;
  }

  private static String folded(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
