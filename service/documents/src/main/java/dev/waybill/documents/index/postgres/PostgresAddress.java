package dev.waybill.documents.index.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.PGProperty;

/// Where a database is and how to log in. Does not print the password.
public final class PostgresAddress {

  private static final Pattern FORM =
      Pattern.compile(
          "postgres(?:ql)?://(?:(?<user>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?"
              + "(?<hosts>[^@/?#]+)/(?<database>[^/?#]+)(?:\\?(?<parameters>[^#]*))?");

  private static final String EXAMPLE =
      "must have the form postgres://user:password@host:5432/database, with special characters"
          + " percent-encoded";

  /// TLS, the schema, and the choice among several hosts.
  private static final Set<String> PARAMETERS =
      Set.of(
          "sslmode",
          "sslrootcert",
          "sslcert",
          "sslkey",
          "sslpassword",
          "sslNegotiation",
          "channelBinding",
          "currentSchema",
          "targetServerType",
          "ApplicationName");

  private final String url;
  private final Map<String, String> parameters;

  private PostgresAddress(String url, Map<String, String> parameters) {
    this.url = url;
    this.parameters = Map.copyOf(parameters);
  }

  /// @throws IllegalArgumentException if it is malformed; the message does not contain it, because
  ///     it is a secret
  public static PostgresAddress read(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(EXAMPLE);
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    put(parameters, PGProperty.USER, parts.group("user"));
    put(parameters, PGProperty.PASSWORD, parts.group("password"));
    readParameters(parameters, parts.group("parameters"));
    String database = URLEncoder.encode(decoded(parts.group("database")), UTF_8);
    return new PostgresAddress(
        "jdbc:postgresql://" + parts.group("hosts") + '/' + database, parameters);
  }

  private static void put(Map<String, String> parameters, PGProperty name, String encoded) {
    if (encoded != null) {
      parameters.put(name.getName(), decoded(encoded));
    }
  }

  private static void readParameters(Map<String, String> parameters, String text) {
    if (text == null || text.isEmpty()) {
      return;
    }
    for (String one : text.split("&", -1)) {
      String[] parts = one.split("=", 2);
      if (parts.length != 2 || !PARAMETERS.contains(parts[0])) {
        throw new IllegalArgumentException(
            "has an unknown parameter: use NAME=VALUE with "
                + String.join(", ", PARAMETERS.stream().sorted().toList()));
      }
      parameters.put(parts[0], decoded(parts[1]));
    }
  }

  /// A plus sign is a plus sign.
  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException malformed) {
      throw new IllegalArgumentException(EXAMPLE, malformed);
    }
  }

  String url() {
    return url;
  }

  Properties properties() {
    Properties properties = new Properties();
    properties.putAll(parameters);
    return properties;
  }

  @Override
  public String toString() {
    return url.replace("jdbc:postgresql", "postgres");
  }
}
