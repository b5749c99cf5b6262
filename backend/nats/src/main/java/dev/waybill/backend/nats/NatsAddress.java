package dev.waybill.backend.nats;

import dev.waybill.Capabilities.Durability;
import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.nats.NatsConfig.Login;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads `nats://[user:password@|token@]host:port[,host:port][?name=value&...]`, and `tls://` in
/// the same way. A name that does not exist is refused, so that no word of caution gets lost.
final class NatsAddress {

  private static final Set<String> SCHEMES = Set.of("nats", "tls");

  private static final Set<String> NAMES =
      Set.of(
          "credentials",
          "tls_ca",
          "tls_certificate",
          "tls_key",
          "folder",
          "replicas",
          "durability",
          "strict");

  private final String scheme;
  private final String authority;
  private final Map<String, String> options;

  private NatsAddress(URI address) {
    scheme = address.getScheme();
    if (address.getRawAuthority() == null) {
      throw wrong("it names no host");
    }
    authority = address.getRawAuthority();
    options = options(address.getRawQuery());
  }

  static boolean isOne(URI address) {
    return address.getScheme() != null && SCHEMES.contains(address.getScheme());
  }

  static NatsConfig parse(URI address) {
    NatsAddress parts = new NatsAddress(address);
    return new NatsConfig(
        parts.servers(),
        parts.login(),
        parts.tls(),
        Path.of(parts.options.getOrDefault("folder", NatsConfig.DEFAULT_FOLDER.toString())),
        parts.replicas(),
        parts.durability(),
        parts.strict());
  }

  private static Map<String, String> options(@Nullable String query) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String pair : query == null ? new String[0] : query.split("&")) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      if (!NAMES.contains(name)) {
        throw wrong("%s is none of %s".formatted(name, NAMES.stream().sorted().toList()));
      }
      options.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1)));
    }
    return options;
  }

  private List<String> servers() {
    String hosts = authority.substring(authority.lastIndexOf('@') + 1);
    return Stream.of(hosts.split(",")).map(host -> scheme + "://" + host).toList();
  }

  private Login login() {
    @Nullable String file = options.get("credentials");
    int at = authority.lastIndexOf('@');
    if (file != null) {
      return new Login.Credentials(Path.of(file));
    }
    if (at < 0) {
      return new Login.None();
    }
    String said = authority.substring(0, at);
    int colon = said.indexOf(':');
    return colon < 0
        ? new Login.Token(decoded(said))
        : new Login.Password(decoded(said.substring(0, colon)), decoded(said.substring(colon + 1)));
  }

  private @Nullable NatsTls tls() {
    NatsTls files = new NatsTls(path("tls_ca"), path("tls_certificate"), path("tls_key"));
    return files.isEmpty() ? null : files;
  }

  private @Nullable Path path(String name) {
    @Nullable String value = options.get(name);
    return value == null ? null : Path.of(value);
  }

  private int replicas() {
    String said = options.getOrDefault("replicas", "1");
    if (!said.matches("[1-5]")) {
      throw wrong("replicas is 1 to 5, not " + said);
    }
    return Integer.parseInt(said);
  }

  private @Nullable Durability durability() {
    @Nullable String said = options.get("durability");
    if (said == null) {
      return null;
    }
    return Stream.of(Durability.values())
        .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(said))
        .findFirst()
        .orElseThrow(() -> wrong("durability is memory, process or power_cut, not " + said));
  }

  private boolean strict() {
    String said = options.getOrDefault("strict", "false");
    if (!said.equals("true") && !said.equals("false")) {
      throw wrong("strict is true or false, not " + said);
    }
    return said.equals("true");
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static WaybillException wrong(String what) {
    return new WaybillException(Code.INVALID_ARGUMENT, "the address of NATS is wrong: " + what);
  }
}
