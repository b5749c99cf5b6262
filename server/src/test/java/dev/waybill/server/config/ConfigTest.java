package dev.waybill.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.server.ConfiguredAccess;
import dev.waybill.server.auth.AccessSettings;
import dev.waybill.server.auth.oidc.OidcSettings;
import dev.waybill.server.auth.oidc.RoleMapping;
import dev.waybill.spi.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigTest {

  @TempDir private Path folder;

  @Test
  void every_setting_has_a_default() {
    Config config = ConfigReader.read(null, Map.of(), Map.of());
    assertThat(config.get(Keys.HOST)).isEqualTo("127.0.0.1");
    assertThat(config.get(Keys.PORT)).isEqualTo(7878);
    assertThat(config.get(Keys.STORE_PATH)).isEqualTo(Path.of("waybill-data"));
    assertThat(config.get(Keys.GRACE)).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.find(Keys.TLS_KEY)).isEmpty();
  }

  @Test
  void a_duration_may_have_several_units() throws IOException {
    Config config = ConfigReader.read(file("server: {shutdown_grace: 1m30s}"), Map.of(), Map.of());
    assertThat(config.get(Keys.GRACE)).isEqualTo(Duration.ofSeconds(90));
  }

  @Test
  void a_flag_overrides_a_variable_which_overrides_the_file() throws IOException {
    Path file = file("server: {host: 127.0.0.2, port: 1, grpc_port: 1}");
    Config config =
        ConfigReader.read(
            file,
            Map.of("WAYBILL_SERVER_PORT", "2", "WAYBILL_SERVER_GRPC_PORT", "2", "WAYBILL_KEY", "x"),
            Map.of("server.grpc_port", "3"));
    assertThat(config.get(Keys.HOST)).isEqualTo("127.0.0.2");
    assertThat(config.get(Keys.PORT)).isEqualTo(2);
    assertThat(config.get(Keys.GRPC_PORT)).isEqualTo(3);
    assertThat(config.explained())
        .containsEntry("server.host", "127.0.0.2 (" + file + ")")
        .containsEntry("server.port", "2 (WAYBILL_SERVER_PORT)")
        .containsEntry("server.grpc_port", "3 (command line)");
  }

  @Test
  void the_examples_of_the_reference_page_are_valid() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "configuration.md"));
    List<String> examples =
        Pattern.compile("(?s)```yaml\n(.*?)```")
            .matcher(page)
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(examples).hasSize(2);
    for (String example : examples) {
      assertThat(ConfigReader.read(file(example), Map.of(), Map.of()).explained()).isNotEmpty();
    }
    Config service = ConfigReader.read(file(examples.get(1)), Map.of(), Map.of());
    assertThat(service.get(Keys.LEASE_SECONDS)).isEqualTo(300);
    assertThat(service.get(Keys.EVENTS_DAYS)).isEqualTo(30);
  }

  @Test
  void an_issuer_needs_audience_and_roles() {
    Map<String, String> flags = Map.of("auth.oidc.issuer", "https://issuer.example");
    ConfigException wrong =
        catchThrowableOfType(ConfigException.class, () -> ConfigReader.read(null, Map.of(), flags));
    assertThat(wrong.problems())
        .containsExactly("auth.oidc needs all of these: issuer, audience and roles");
  }

  @Test
  void an_issuer_and_its_roles_are_read() {
    Config config =
        ConfigReader.read(
            null,
            Map.of(
                "WAYBILL_AUTH_OIDC_ROLES",
                "ops=operate,read",
                "WAYBILL_AUTH_OIDC_TENANTS",
                "acme, team-*"),
            Map.of("auth.oidc.issuer", "https://issuer.example", "auth.oidc.audience", "waybill"));
    AccessSettings access = ConfiguredAccess.of(config);
    assertThat(access.requestsPerSecond()).isEqualTo(50_000);
    assertThat(access.failuresPerSecond()).isEqualTo(20);
    assertThat(access.oidc())
        .isEqualTo(
            new OidcSettings(
                "https://issuer.example",
                "waybill",
                null,
                new OidcSettings.Names("tenant", "roles"),
                List.of("acme", "team-*"),
                RoleMapping.parse("ops=operate,read")));
    assertThat(ConfiguredAccess.of(ConfigReader.read(null, Map.of(), Map.of())).oidc()).isNull();
  }

  @Test
  void invalid_roles_are_reported() {
    ConfigException wrong =
        catchThrowableOfType(
            ConfigException.class,
            () -> ConfigReader.read(null, Map.of(), Map.of("auth.oidc.roles", "ops=write")));
    assertThat(wrong.problems().getFirst()).contains("unknown scope \"write\"");
  }

  @Test
  void all_problems_are_reported_at_once_with_suggestions() throws IOException {
    Path file = file("server: {prot: 1}\nstore: {type: sqlite, events_ttl_days: many}\nlog: 3");
    assertThat(problems(file, Map.of("WAYBILL_SERVER_HOTS", "x"), Map.of("server.port", "-1")))
        .containsExactlyInAnyOrder(
            file + ": no such setting: server.prot; did you mean \"server.port\"?",
            file + ": no such setting: log",
            "WAYBILL_SERVER_HOTS: no such setting; did you mean \"WAYBILL_SERVER_HOST\"?",
            file
                + ": store.type must be aws or embedded or nats or postgres or redis or sqs, not \"sqlite\"",
            file + ": store.events_ttl_days must be a number from 0 to 36525, not \"many\"",
            "command line: server.port must be a number from 0 to 65535, not \"-1\"");
  }

  @Test
  void a_deeply_nested_file_is_rejected_with_any_stack_size() throws IOException {
    assertThat(problems(file("[".repeat(100_000)), Map.of(), Map.of())).hasSize(1);
    assertThat(problems(file("{a: ".repeat(100_000)), Map.of(), Map.of())).hasSize(1);
  }

  @Test
  void an_invalid_file_is_rejected() throws IOException {
    assertThat(problems(file("- a\n- b"), Map.of(), Map.of()))
        .singleElement()
        .asString()
        .contains("should hold keys and values");
    assertThat(problems(file("a: [b"), Map.of(), Map.of()))
        .singleElement()
        .asString()
        .contains("is not YAML");
    assertThat(problems(file("server: {port: [1]}"), Map.of(), Map.of()))
        .singleElement()
        .asString()
        .contains("server.port takes one value, not a list");
    assertThat(problems(folder.resolve("missing.yaml"), Map.of(), Map.of()))
        .singleElement()
        .asString()
        .contains("missing.yaml: cannot be read");
  }

  @Test
  void durations_have_the_common_format_and_are_not_negative() {
    Config config = ConfigReader.read(null, Map.of(), Map.of("server.shutdown_grace", "PT1M"));
    assertThat(config.get(Keys.GRACE)).isEqualTo(Duration.ofMinutes(1));
    for (String wrong : List.of("PT-1S", "soon", "10")) {
      assertThat(problems(null, Map.of(), Map.of("server.shutdown_grace", wrong)))
          .containsExactly(
              "command line: server.shutdown_grace must be a duration such as 30s, 5m, 1h30m, 500ms"
                  + " or PT30S, not \""
                  + wrong
                  + "\"");
    }
  }

  @Test
  void a_certificate_needs_its_key() {
    assertThat(problems(null, Map.of(), Map.of("server.tls.certificate", "a.pem")))
        .containsExactly("server.tls needs both: certificate and key");
  }

  @Test
  void a_value_can_be_read_from_a_file() throws IOException {
    Path secret = Files.writeString(folder.resolve("port"), "7000\n");
    Config config =
        ConfigReader.read(null, Map.of("WAYBILL_SERVER_PORT_FILE", secret.toString()), Map.of());
    assertThat(config.get(Keys.PORT)).isEqualTo(7000);
  }

  @Test
  void the_reference_page_has_every_setting_and_its_default() throws IOException {
    String page = Files.readString(Path.of("../docs/configuration.md"));
    for (Key<?> key : Keys.ALL) {
      String value = key.standard() == null ? "" : "`" + key.standard() + "`";
      assertThat(page).contains("| `%s` | %s | %s |".formatted(key.name(), value, key.summary()));
    }
  }

  @Test
  void names_of_settings_are_unique_and_their_defaults_can_be_read() {
    assertThat(Keys.ALL.stream().map(Key::variable)).doesNotHaveDuplicates();
    assertThat(ConfigReader.read(null, Map.of(), Map.of()).explained()).isNotEmpty();
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("waybill.yaml"), text);
  }

  private static List<String> problems(
      @org.jspecify.annotations.Nullable Path file,
      Map<String, String> environment,
      Map<String, String> flags) {
    return catchThrowableOfType(
            ConfigException.class, () -> ConfigReader.read(file, environment, flags))
        .problems();
  }

  @Test
  void the_target_of_notifications_is_masked_like_other_secrets() {
    Map<String, String> flags =
        Map.of("notifications.to", "webhook:https://hooks.example/T0/secret-part");
    assertThat(ConfigReader.read(null, Map.of(), flags).explained().values())
        .noneMatch(shown -> shown.contains("secret-part"));
    assertThat(problems(null, Map.of(), Map.of("notifications.to", "alerts")))
        .singleElement()
        .asString()
        .contains("notifications.to");
  }
}
