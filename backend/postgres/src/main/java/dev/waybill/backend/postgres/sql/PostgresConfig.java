package dev.waybill.backend.postgres.sql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.StoreKeys;
import dev.waybill.spi.Key;
import dev.waybill.spi.StoreAddress;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.postgresql.PGProperty;

/// The settings of the PostgreSQL store; [PostgresKeys] defines their configuration keys. Does not
/// print the password.
public final class PostgresConfig {

  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,47}");
  private static final Pattern DATABASE = Pattern.compile("/[^/]+");

  private final String url;
  private final Map<String, String> parameters;
  private final String schema;
  private final boolean migrates;
  private final int connections;
  private final Duration connectTimeout;
  private final Duration statementTimeout;

  private PostgresConfig(StoreAddress address) {
    url = "jdbc:postgresql://" + address.hosts() + database(address);
    parameters = new TreeMap<>();
    schema = requireSchema(address.get(PostgresKeys.SCHEMA));
    migrates = address.get(PostgresKeys.MIGRATE).equals("auto");
    connections = address.get(PostgresKeys.CONNECTIONS);
    connectTimeout = positive(address, PostgresKeys.CONNECT_TIMEOUT);
    statementTimeout = positive(address, PostgresKeys.STATEMENT_TIMEOUT);
    login(address);
    tls(address);
    put(PGProperty.TARGET_SERVER_TYPE, address.hosts().contains(",") ? "primary" : "any");
    put(PGProperty.APPLICATION_NAME, "waybill");
    put(PGProperty.TCP_KEEP_ALIVE, "true");
    put(PGProperty.CONNECT_TIMEOUT, seconds(connectTimeout));
    put(PGProperty.LOGIN_TIMEOUT, seconds(connectTimeout));
    put(PGProperty.SOCKET_TIMEOUT, seconds(statementTimeout.plusSeconds(30)));
    put(PGProperty.REWRITE_BATCHED_INSERTS, "true");
    if (address.get(PostgresKeys.PREPARED).equals("off")) {
      put(PGProperty.PREPARE_THRESHOLD, "0");
    }
  }

  public static PostgresConfig of(StoreAddress address) {
    return new PostgresConfig(address);
  }

  private static String database(StoreAddress address) {
    String path = address.url().getRawPath();
    if (path == null || !DATABASE.matcher(path).matches()) {
      throw invalid(
          "the address "
              + address
              + " names no database: write postgres://user:password@host:5432/database");
    }
    String name = URLDecoder.decode(path.substring(1), UTF_8);
    return "/" + URLEncoder.encode(name, UTF_8);
  }

  public static String requireSchema(String name) {
    if (!SCHEMA.matcher(name).matches()) {
      throw invalid(
          "store.schema must consist of at most 48 lower-case letters, digits and underscores, not"
              + " \""
              + name
              + "\"");
    }
    return name;
  }

  private static Duration positive(StoreAddress address, Key<Duration> key) {
    Duration value = address.get(key);
    if (value.toSeconds() < 1) {
      throw invalid(key.name() + " must be a second or more");
    }
    return value;
  }

  private void login(StoreAddress address) {
    Optional<String> user = address.find(StoreKeys.USER);
    Optional<String> password = address.find(StoreKeys.PASSWORD);
    Optional<StoreAddress.Login> said = address.login();
    user.or(() -> said.map(StoreAddress.Login::user)).ifPresent(text -> put(PGProperty.USER, text));
    password
        .or(() -> said.map(StoreAddress.Login::password))
        .ifPresent(text -> put(PGProperty.PASSWORD, text));
  }

  private void tls(StoreAddress address) {
    Optional<Path> ca = address.find(StoreKeys.CA);
    Optional<Path> certificate = address.find(StoreKeys.CERTIFICATE);
    Optional<Path> key = address.find(StoreKeys.PRIVATE_KEY);
    if (certificate.isPresent() != key.isPresent()) {
      throw invalid("store.tls.certificate and store.tls.key must be set together");
    }
    String mode = ca.isPresent() ? "verify" : address.get(PostgresKeys.TLS);
    switch (mode) {
      case "off" -> put(PGProperty.SSL_MODE, "disable");
      case "verify" -> put(PGProperty.SSL_MODE, "verify-full");
      default -> put(PGProperty.SSL_MODE, "prefer");
    }
    if (mode.equals("verify")) {
      put(PGProperty.SSL_FACTORY, TlsSockets.class.getName());
    }
    ca.ifPresent(file -> put(PGProperty.SSL_ROOT_CERT, file.toString()));
    certificate.ifPresent(file -> put(PGProperty.SSL_CERT, file.toString()));
    key.ifPresent(file -> put(PGProperty.SSL_KEY, file.toString()));
  }

  private void put(PGProperty name, String value) {
    parameters.put(name.getName(), value);
  }

  private static String seconds(Duration time) {
    return String.valueOf(time.toSeconds());
  }

  private static WaybillException invalid(String why) {
    return new WaybillException(Code.INVALID_ARGUMENT, why);
  }

  public String url() {
    return url;
  }

  public Properties properties() {
    Properties properties = new Properties();
    properties.putAll(parameters);
    return properties;
  }

  public String user() {
    return parameters.getOrDefault(PGProperty.USER.getName(), "");
  }

  public String schema() {
    return schema;
  }

  public boolean migrates() {
    return migrates;
  }

  public int connections() {
    return connections;
  }

  public Duration connectTimeout() {
    return connectTimeout;
  }

  public Duration statementTimeout() {
    return statementTimeout;
  }

  @Override
  public String toString() {
    return url.replace("jdbc:postgresql", "postgres");
  }
}
