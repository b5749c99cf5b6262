package dev.waybill.server.config;

import dev.waybill.WaybillException;
import dev.waybill.engine.Engine;
import dev.waybill.engine.EngineOpener;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.BackendProvider;
import dev.waybill.spi.Key;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The configured store.
public final class ConfiguredStore {

  private final Config config;
  private final BackendProvider provider;

  private ConfiguredStore(Config config) {
    this.config = config;
    this.provider = byUrl(config).orElseGet(() -> byName(config.get(Keys.STORE_TYPE)));
  }

  /// Without a type, the scheme of the URL chooses the store.
  private static Optional<BackendProvider> byUrl(Config config) {
    return config.isSet(Keys.STORE_TYPE)
        ? Optional.empty()
        : config.find(Keys.STORE_URL).flatMap(url -> byScheme(String.valueOf(url.getScheme())));
  }

  private static Optional<BackendProvider> byScheme(String scheme) {
    return BackendProvider.all().stream()
        .filter(one -> !one.schemes().contains(StoreAddress.DIRECTORY))
        .filter(one -> one.schemes().contains(scheme))
        .findFirst();
  }

  private static BackendProvider byName(String name) {
    return BackendProvider.all().stream()
        .filter(one -> one.name().equals(name) || one.aliases().contains(name))
        .findFirst()
        .orElseThrow();
  }

  public static ConfiguredStore of(Config config) {
    return new ConfiguredStore(config);
  }

  /// Opens the store, with its search index at another address if one is configured.
  public Backend open(Settings settings) {
    return config
        .find(Keys.CATALOG_URL)
        .map(index -> EngineOpener.backend(address(), StoreAddress.of(index), settings))
        .orElseGet(() -> EngineOpener.backend(address(), settings));
  }

  /// An engine over the store, as [#open] opens it.
  public Engine openEngine(Settings settings) {
    Backend backend = open(settings);
    try {
      return EngineOpener.over(backend, settings);
    } catch (RuntimeException unusable) {
      backend.close();
      throw unusable;
    }
  }

  public StoreAddress address() {
    URI url =
        isDirectory() ? config.get(Keys.STORE_PATH).toAbsolutePath().toUri() : url().orElseThrow();
    Map<String, String> options = new LinkedHashMap<>();
    config.text(Keys.STORE_PATH).ifPresent(text -> options.put(Keys.STORE_PATH.name(), text));
    for (Key<?> key : provider.keys()) {
      config.text(key).ifPresent(text -> options.put(key.name(), text));
    }
    return StoreAddress.of(url, options);
  }

  private Optional<URI> url() {
    return config.find(Keys.STORE_URL).or(provider::standardUrl);
  }

  /// True if the store is in the data directory.
  public boolean isDirectory() {
    return provider.schemes().contains(StoreAddress.DIRECTORY);
  }

  /// For messages.
  @Override
  public String toString() {
    return isDirectory()
        ? config.get(Keys.STORE_PATH).toString()
        : StoreAddress.of(url().orElseThrow()).toString();
  }

  /// Settings that are missing or that this store does not have.
  List<String> problems() {
    List<String> problems = new ArrayList<>(urlProblems());
    for (Key<?> key : Keys.ALL) {
      if (isOfAnotherStore(key) && config.isSet(key)) {
        problems.add(key.name() + " is not a setting of the store " + provider.name());
      }
    }
    if (problems.isEmpty()) {
      try {
        provider.check(address());
      } catch (WaybillException wrong) {
        problems.add(String.valueOf(wrong.getMessage()));
      }
    }
    return problems;
  }

  private List<String> urlProblems() {
    URI url = config.find(Keys.STORE_URL).orElse(null);
    if (isDirectory()) {
      return url == null ? List.of() : List.of(notOf(url));
    }
    if (url == null && provider.standardUrl().isPresent()) {
      return List.of();
    }
    if (url == null) {
      return List.of("store.type " + provider.name() + " needs store.url");
    }
    return provider.schemes().contains(String.valueOf(url.getScheme()))
        ? List.of()
        : List.of("store.url must begin with " + schemes() + " for store.type " + provider.name());
  }

  /// Why a URL does not fit to the store in the data directory.
  private String notOf(URI url) {
    if (config.isSet(Keys.STORE_TYPE)) {
      return "store.url needs another store.type than " + provider.name() + ", or none";
    }
    Set<String> all = new TreeSet<>();
    BackendProvider.all().stream()
        .filter(one -> !one.schemes().contains(StoreAddress.DIRECTORY))
        .forEach(one -> all.addAll(one.schemes()));
    return "store.url must begin with " + schemes(all) + ", not " + url.getScheme() + "://";
  }

  private String schemes() {
    return schemes(provider.schemes());
  }

  private static String schemes(Set<String> names) {
    return String.join(" or ", names.stream().sorted().map(one -> one + "://").toList());
  }

  private boolean isOfAnotherStore(Key<?> key) {
    return !has(provider, key) && BackendProvider.all().stream().anyMatch(one -> has(one, key));
  }

  private static boolean has(BackendProvider store, Key<?> key) {
    return store.keys().stream().anyMatch(one -> one.name().equals(key.name()));
  }

  static URI parse(String text) {
    URI url = parseWithOptions(text);
    if (url.getRawQuery() != null) {
      throw new IllegalArgumentException("must be an address with a scheme and hosts, no options");
    }
    return url;
  }

  static URI parseWithOptions(String text) {
    try {
      URI url = URI.create(text);
      if (url.getRawAuthority() != null) {
        return url;
      }
    } catch (IllegalArgumentException malformed) {
      // Its message contains the text, which may have a password.
      throw new IllegalArgumentException(
          "must be an address in which special characters are percent-encoded");
    }
    throw new IllegalArgumentException("must be an address with a scheme and hosts");
  }
}
