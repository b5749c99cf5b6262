package dev.waybill.backend.redis;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.StoreKeys;
import dev.waybill.base.TlsFiles;
import dev.waybill.spi.StoreAddress;
import io.lettuce.core.RedisURI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The settings of the Redis store; [RedisKeys] defines their configuration keys.
///
/// @param servers one or more addresses such as `host:6379`, of servers or of their sentinels
/// @param tls the TLS settings; null for a plain connection
/// @param prefix what the names of all keys start with
/// @param folder the data directory of this process for projections, which can be rebuilt
/// @param syncsAlways whether the configuration says that the servers sync every write; used only
///     if they do not tell
/// @param replicas sentinels, and the replicas that a write waits for
public record RedisConfig(
    List<String> servers,
    @Nullable Login login,
    @Nullable RedisTls tls,
    String prefix,
    Path folder,
    boolean syncsAlways,
    RedisReplicas replicas) {

  private static final int PORT = 6379;
  private static final int SENTINEL_PORT = 26_379;

  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  public RedisConfig {
    servers = List.copyOf(servers);
    if (!PREFIX.matcher(prefix).matches()) {
      throw invalid("store.prefix must have 1 to 64 letters, digits, '.', '_' or '-'");
    }
  }

  /// A server without TLS and login.
  public static RedisConfig of(String server, Path folder) {
    return new RedisConfig(
        List.of(server), null, null, "waybill", folder, false, RedisReplicas.NONE);
  }

  static RedisConfig of(StoreAddress address) {
    requireNoDatabase(address);
    boolean sentinels = RedisProvider.SENTINEL_SCHEMES.contains(address.scheme());
    int port = sentinels ? SENTINEL_PORT : PORT;
    return new RedisConfig(
        Stream.of(address.hosts().split(",")).map(host -> server(host, port)).toList(),
        login(address).orElse(null),
        tls(address),
        address.get(RedisKeys.PREFIX),
        address.get(StoreAddress.PATH),
        address.get(StoreKeys.DURABILITY).equals("power_cut"),
        RedisReplicas.of(address));
  }

  public RedisConfig withPrefix(String other) {
    return new RedisConfig(servers, login, tls, other, folder, syncsAlways, replicas);
  }

  public RedisConfig withLogin(Login other) {
    return new RedisConfig(servers, other, tls, prefix, folder, syncsAlways, replicas);
  }

  public RedisConfig withTls(RedisTls other) {
    return new RedisConfig(servers, login, other, prefix, folder, syncsAlways, replicas);
  }

  public RedisConfig withServers(List<String> others) {
    return new RedisConfig(others, login, tls, prefix, folder, syncsAlways, replicas);
  }

  public RedisConfig withReplicas(RedisReplicas other) {
    return new RedisConfig(servers, login, tls, prefix, folder, syncsAlways, other);
  }

  /// A cluster has no numbered databases, and a prefix separates deployments as well.
  private static void requireNoDatabase(StoreAddress address) {
    String path = address.url().getRawPath();
    if (path != null && path.length() > 1) {
      throw invalid(
          "store.url names the database "
              + path.substring(1)
              + ": Waybill uses database 0; set store.prefix to separate deployments");
    }
  }

  private static String server(String host, int port) {
    if (!host.matches(".*:\\d+")) {
      return host + ":" + port;
    }
    int given = Integer.parseInt(host.substring(host.lastIndexOf(':') + 1));
    if (given < 1 || given > 65_535) {
      throw invalid("store.url has the port " + given + ": use 1 to 65535");
    }
    return host;
  }

  /// Redis knows passwords without a user: those of the user `default`.
  private static Optional<Login> login(StoreAddress address) {
    Optional<String> user = address.find(StoreKeys.USER);
    Optional<String> password = address.find(StoreKeys.PASSWORD);
    if (user.isPresent() && password.isEmpty()) {
      throw invalid("store.user needs store.password");
    }
    return password
        .map(secret -> new Login(user.orElse(Login.DEFAULT), secret))
        .or(() -> address.login().map(RedisConfig::login));
  }

  private static Login login(StoreAddress.Login said) {
    String password = said.password();
    if (password == null) {
      return new Login(Login.DEFAULT, said.user());
    }
    return new Login(said.user().isEmpty() ? Login.DEFAULT : said.user(), password);
  }

  private static @Nullable RedisTls tls(StoreAddress address) {
    Path ca = address.find(StoreKeys.CA).orElse(null);
    Path certificate = address.find(StoreKeys.CERTIFICATE).orElse(null);
    Path key = address.find(StoreKeys.PRIVATE_KEY).orElse(null);
    if ((certificate == null) != (key == null)) {
      throw invalid("store.tls.certificate and store.tls.key must be set together");
    }
    if (!RedisProvider.TLS_SCHEMES.contains(address.scheme())) {
      if (ca != null || certificate != null) {
        throw invalid("store.tls settings need a store.url that begins with rediss://");
      }
      return null;
    }
    TlsFiles identity = certificate == null || key == null ? null : new TlsFiles(certificate, key);
    return new RedisTls(ca, identity);
  }

  private static WaybillException invalid(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, why);
  }

  /// The addresses as the driver wants them: one that names all sentinels, or those of all
  /// servers.
  List<RedisURI> uris() {
    String monitored = replicas.monitored();
    if (monitored == null) {
      return servers.stream().map(this::uri).toList();
    }
    RedisURI primary = uri(servers.getFirst());
    primary.setSentinelMasterId(monitored);
    servers.forEach(sentinel -> primary.getSentinels().add(sentinelUri(sentinel)));
    return List.of(primary);
  }

  /// Sentinels have no login of their own here.
  private RedisURI sentinelUri(String sentinel) {
    return builder(sentinel).build();
  }

  private RedisURI uri(String server) {
    RedisURI.Builder uri = builder(server);
    if (login != null) {
      uri.withAuthentication(login.user(), login.password().toCharArray());
    }
    return uri.build();
  }

  private RedisURI.Builder builder(String server) {
    int colon = server.lastIndexOf(':');
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(server.substring(0, colon))
            .withPort(Integer.parseInt(server.substring(colon + 1)))
            .withTimeout(RedisLink.ANSWER_WITHIN)
            .withClientName("waybill");
    return tls == null ? uri : uri.withSsl(true);
  }

  /// Credentials; the password is never printed.
  public record Login(String user, String password) {

    static final String DEFAULT = "default";

    @Override
    public String toString() {
      return "Login[user=" + user + "]";
    }
  }
}
