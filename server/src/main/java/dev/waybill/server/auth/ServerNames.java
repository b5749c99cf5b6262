package dev.waybill.server.auth;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The names that callers may use for this server, as in `Host` or `:authority`.
///
/// A web page can make a name of its own lead to this machine (DNS rebinding) and then counts as
/// the server's own page. So a server that lets everybody in takes only names that nobody else can
/// own, and no calls that a proxy or tunnel has brought. Where names are configured, they are
/// checked always.
public final class ServerNames {

  /// Headers that a proxy adds; `x-forwarded-` is a beginning.
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

  /// Why a call is refused, or nothing where it is not.
  ///
  /// @param open whether everybody may come in
  /// @param host the name that the caller used, perhaps with a port
  /// @param headers the names of all headers of the call
  public Optional<String> refusal(boolean open, @Nullable String host, Iterable<String> headers) {
    if (!open && configured.isEmpty()) {
      return Optional.empty();
    }
    if (!isKnown(host)) {
      return Optional.of(
          open
              ? "without an API key this server answers to localhost, 127.0.0.1 and [::1] only;"
                  + " add other names to server.names"
              : "this server does not answer to this name; add it to server.names");
    }
    if (open && isProxied(headers)) {
      return Optional.of(
          "without an API key this server takes no calls through a proxy; create a key first");
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
