package dev.waybill.spi;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The address and options of a store: a URL without options, and options by the name of their key
/// without `store.`. A program writes both in one URL, such as
/// `scheme://user:password@host:4222?replicas=3`; a server takes them from its configuration.
///
/// `toString` omits logins and options, which may be secret.
public final class StoreAddress {

  /// The scheme of a directory.
  public static final String DIRECTORY = "file";

  /// Every store has a directory, if only for data that can be rebuilt.
  public static final Key<Path> PATH =
      Key.path(
          "store.path",
          "waybill-data",
          "Data directory. A store on servers keeps only data there that can be rebuilt.");

  private static final String PREFIX = "store.";

  private final URI url;
  private final Map<String, String> options;

  private StoreAddress(URI url, Map<String, String> options) {
    this.url = url;
    this.options = Map.copyOf(options);
  }

  /// Reads a URL with all options in its query.
  public static StoreAddress of(URI address) {
    String text = address.toString();
    String query = address.getRawQuery();
    if (query == null) {
      return new StoreAddress(address, Map.of());
    }
    return new StoreAddress(
        URI.create(text.substring(0, text.indexOf('?'))), options(query.split("&")));
  }

  /// @param options values by the name of their key
  public static StoreAddress of(URI url, Map<String, String> options) {
    Map<String, String> named = new LinkedHashMap<>();
    options.forEach((key, text) -> named.put(option(key), text));
    return new StoreAddress(url, named);
  }

  private static Map<String, String> options(String[] pairs) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String pair : pairs) {
      int equals = pair.indexOf('=');
      String name = equals < 0 ? pair : pair.substring(0, equals);
      options.put(name, equals < 0 ? "" : decoded(pair.substring(equals + 1)));
    }
    return options;
  }

  public String scheme() {
    return String.valueOf(url.getScheme());
  }

  public URI url() {
    return url;
  }

  /// The part after the login, such as `one:4222,two:4222`.
  public String hosts() {
    String authority = url.getRawAuthority();
    if (authority == null) {
      throw new WaybillException(Code.INVALID_ARGUMENT, "the address " + this + " names no host");
    }
    return authority.substring(authority.lastIndexOf('@') + 1);
  }

  /// @param password null if there is only one text before the host
  public record Login(String user, @Nullable String password) {

    @Override
    public String toString() {
      return "Login[]";
    }
  }

  /// The login in the URL.
  public Optional<Login> login() {
    String authority = String.valueOf(url.getRawAuthority());
    int at = authority.lastIndexOf('@');
    if (at < 0) {
      return Optional.empty();
    }
    String text = authority.substring(0, at);
    int colon = text.indexOf(':');
    return Optional.of(
        colon < 0
            ? new Login(decoded(text), null)
            : new Login(decoded(text.substring(0, colon)), decoded(text.substring(colon + 1))));
  }

  /// The value of an option or its default.
  public <T> Optional<T> find(Key<T> key) {
    String text = options.getOrDefault(option(key.name()), key.standard());
    try {
      return text == null ? Optional.empty() : Optional.of(key.parser().apply(text));
    } catch (IllegalArgumentException wrong) {
      throw new WaybillException(
          Code.INVALID_ARGUMENT,
          key.name() + " " + wrong.getMessage() + (key.secret() ? "" : ", not \"" + text + "\""),
          wrong);
    }
  }

  /// The value of an option that has a default.
  public <T> T get(Key<T> key) {
    return find(key).orElseThrow(() -> new IllegalStateException(key.name() + " has no default"));
  }

  /// Refuses unknown options, so that none is ignored.
  public StoreAddress requireKnown(List<Key<?>> keys) {
    List<String> known = keys.stream().map(key -> option(key.name())).sorted().toList();
    for (String name : options.keySet()) {
      if (!known.contains(name) && !name.equals(option(PATH.name()))) {
        throw new WaybillException(
            Code.INVALID_ARGUMENT,
            "the store at %s has no option %s, only %s".formatted(this, name, known));
      }
    }
    return this;
  }

  private static String option(String key) {
    return key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : key;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return url.toString().replaceAll("(?<=//)[^/]*@", "");
  }
}
