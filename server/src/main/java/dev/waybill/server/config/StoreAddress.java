package dev.waybill.server.config;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Where the store is, as one address that says all that was configured about it.
public final class StoreAddress {

  private static final String EMBEDDED = "embedded";

  private StoreAddress() {}

  /// The address holds secrets where the configuration does: it is not for people.
  public static URI of(Config config) {
    if (isFolder(config)) {
      return config.get(Keys.STORE_PATH).toAbsolutePath().toUri();
    }
    URI url = config.get(Keys.STORE_URL);
    return URI.create(
        "%s://%s%s?%s"
            .formatted(url.getScheme(), login(config), url.getRawAuthority(), options(config)));
  }

  /// Whether the store is the folder itself.
  public static boolean isFolder(Config config) {
    return config.get(Keys.STORE_TYPE).equals(EMBEDDED);
  }

  /// For people.
  public static String shown(Config config) {
    return isFolder(config)
        ? config.get(Keys.STORE_PATH).toString()
        : config.get(Keys.STORE_URL).toString();
  }

  /// What is missing or too much, for the one who wrote it.
  static List<String> problems(Config config) {
    List<String> problems = new ArrayList<>();
    if (!isFolder(config) && config.find(Keys.STORE_URL).isEmpty()) {
      problems.add("store.type " + config.get(Keys.STORE_TYPE) + " needs store.url");
    }
    if (isFolder(config) && config.find(Keys.STORE_URL).isPresent()) {
      problems.add("store.url needs store.type: nats");
    }
    long password =
        List.of(Keys.STORE_USER, Keys.STORE_PASSWORD).stream()
            .filter(key -> config.find(key).isPresent())
            .count();
    if (password == 1) {
      problems.add("store.user and store.password go together");
    }
    if (config.find(Keys.STORE_CERTIFICATE).isPresent()
        != config.find(Keys.STORE_KEY).isPresent()) {
      problems.add("store.tls needs both: certificate and key");
    }
    return problems;
  }

  static URI parse(String text) {
    URI url = URI.create(text);
    boolean plain = url.getRawQuery() == null && (url.getRawPath() + "").length() <= 1;
    if (!List.of("nats", "tls").contains(url.getScheme() + "")
        || url.getRawAuthority() == null
        || !plain) {
      throw new IllegalArgumentException("must be an address such as nats://host:4222,other:4222");
    }
    if (url.getRawAuthority().contains("@")) {
      throw new IllegalArgumentException(
          "must not hold a login: say store.user and store.password, or store.token");
    }
    return url;
  }

  private static String login(Config config) {
    return config
        .find(Keys.STORE_USER)
        .map(user -> encoded(user) + ":" + encoded(config.get(Keys.STORE_PASSWORD)) + "@")
        .or(() -> config.find(Keys.STORE_TOKEN).map(token -> encoded(token) + "@"))
        .orElse("");
  }

  private static String options(Config config) {
    List<String> options = new ArrayList<>();
    options.add("folder=" + encoded(config.get(Keys.STORE_PATH).toString()));
    options.add("replicas=" + config.get(Keys.STORE_REPLICAS));
    options.add("durability=" + config.get(Keys.STORE_DURABILITY));
    options.add("strict=" + config.get(Keys.STORE_STRICT));
    add(options, "credentials", config, Keys.STORE_CREDENTIALS);
    add(options, "tls_ca", config, Keys.STORE_CA);
    add(options, "tls_certificate", config, Keys.STORE_CERTIFICATE);
    add(options, "tls_key", config, Keys.STORE_KEY);
    return String.join("&", options);
  }

  private static void add(List<String> options, String name, Config config, Key<Path> key) {
    config.find(key).ifPresent(file -> options.add(name + "=" + encoded(file.toString())));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
