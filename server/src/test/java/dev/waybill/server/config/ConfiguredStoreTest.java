package dev.waybill.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.conformance.Seed;
import dev.waybill.spi.Key;
import dev.waybill.spi.StoreAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfiguredStoreTest {

  private static final Map<String, String> NATS =
      Map.of("store.type", "nats", "store.url", "nats://a:4222,b:4222", "store.path", "local");

  @Test
  void by_default_the_store_is_the_data_directory() {
    ConfiguredStore store = store(Map.of());
    assertThat(store.isDirectory()).isTrue();
    assertThat(store.address().url()).isEqualTo(Path.of("waybill-data").toAbsolutePath().toUri());
    assertThat(store).hasToString("waybill-data");
  }

  @Test
  void settings_of_a_store_are_in_its_address() {
    StoreAddress address =
        store(with(Map.of("store.tls.ca", "/ca.pem", "store.replicas", "3"))).address();
    assertThat(address.url()).hasToString("nats://a:4222,b:4222");
    assertThat(address.get(StoreAddress.PATH)).isEqualTo(Path.of("local"));
    assertThat((Object) address.get(key("store.tls.ca"))).isEqualTo(Path.of("/ca.pem"));
    assertThat((Object) address.get(key("store.replicas"))).isEqualTo(3);
    assertThat((Object) address.get(key("store.durability"))).isEqualTo("process");
  }

  @Test
  @Seed("S4.29")
  void the_configuration_of_seed_4_opens_the_store_on_aws(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("waybill.yaml");
    Files.writeString(
        file,
        """
        store:
          type: sqs
          aws:
            region: us-west-2
          sqs:
            queues:
              default: https://sqs.us-west-2.amazonaws.com/123456789/airunner-prod-default
              priority: https://sqs.us-west-2.amazonaws.com/123456789/airunner-prod-priority
            default_visibility_timeout_seconds: 300
          dynamodb:
            jobs_table: airunner_jobs
            events_table: airunner_job_events
            events_ttl_days: 30  # Event retention period (0 = no TTL)
        """);

    StoreAddress address =
        ConfiguredStore.of(ConfigReader.read(file, Map.of(), Map.of())).address();

    assertThat(address.scheme()).isEqualTo("aws");
    assertThat((Object) address.get(key("store.aws.region"))).isEqualTo("us-west-2");
    assertThat((Object) address.get(key("store.dynamodb.jobs_table"))).isEqualTo("airunner_jobs");
    assertThat((Object) address.get(key("store.dynamodb.events_ttl_days"))).isEqualTo(30);
    assertThat((Object) address.get(key("store.sqs.queues")))
        .isEqualTo(
            Map.of(
                "default", "https://sqs.us-west-2.amazonaws.com/123456789/airunner-prod-default",
                "priority",
                    "https://sqs.us-west-2.amazonaws.com/123456789/airunner-prod-priority"));
  }

  @Test
  void a_store_with_a_standard_address_needs_no_url() {
    assertThat(store(Map.of("store.type", "aws", "store.aws.region", "eu-west-1")))
        .hasToString("aws://default");
    assertThat(problems(Map.of("store.type", "aws", "store.aws.region", "Europe")))
        .singleElement()
        .asString()
        .contains("us-west-2");
    assertThat(problems(Map.of("store.type", "aws", "store.sqs.queues", "default=nowhere")))
        .singleElement()
        .asString()
        .contains("store.sqs.queues");
  }

  @Test
  void secrets_are_not_shown() {
    Map<String, String> secrets = with(Map.of("store.user", "me", "store.password", "pass word"));
    assertThat(store(secrets).address().toString() + store(secrets))
        .doesNotContain("me", "pass word");
    assertThat(read(secrets).explained().toString()).doesNotContain("pass word");
  }

  @Test
  void conflicting_settings_are_rejected() {
    assertThat(problems(Map.of("store.type", "nats")))
        .containsExactly("store.type nats needs store.url");
    assertThat(problems(Map.of("store.type", "embedded", "store.url", "nats://a")))
        .containsExactly("store.url needs another store.type than embedded, or none");
    assertThat(problems(Map.of("store.type", "nats", "store.url", "postgres://a/db")))
        .containsExactly("store.url must begin with nats:// or tls:// for store.type nats");
    assertThat(problems(Map.of("store.url", "mysql://a/db")))
        .containsExactly(
            "store.url must begin with aws:// or nats:// or postgres:// or postgresql:// or redis:// or"
                + " redis+sentinel:// or rediss:// or rediss+sentinel:// or tls://, not mysql://");
    assertThat(problems(with(Map.of("store.user", "me"))))
        .containsExactly("store.user and store.password must be set together");
    assertThat(problems(with(Map.of("store.tls.key", "k.pem"))))
        .containsExactly("store.tls.certificate and store.tls.key must be set together");
  }

  @Test
  void settings_of_another_store_are_refused() {
    assertThat(problems(Map.of("store.replicas", "3")))
        .containsExactly("store.replicas is not a setting of the store embedded");
  }

  @Test
  void a_store_url_contains_only_hosts() {
    for (String wrong : List.of("localhost:4222", "http://a", "nats://a?strict=true")) {
      assertThat(problems(Map.of("store.type", "nats", "store.url", wrong)).getFirst())
          .as(wrong)
          .contains("store.url must");
    }
  }

  @Test
  void without_a_type_the_url_chooses_the_store() {
    assertThat(store(Map.of("store.url", "nats://a:4222")).address().scheme()).isEqualTo("nats");
    StoreAddress postgres =
        store(Map.of("store.url", "postgres://a/db", "store.schema", "jobs")).address();
    assertThat(postgres.url()).hasToString("postgres://a/db");
    assertThat((Object) postgres.get(key("store.schema"))).isEqualTo("jobs");
  }

  @Test
  void a_login_in_the_url_is_used_and_not_shown() {
    Map<String, String> url = Map.of("store.url", "postgres://me:pw%20x@a/db");
    assertThat(store(url).address().login().orElseThrow())
        .isEqualTo(new StoreAddress.Login("me", "pw x"));
    assertThat(store(url)).hasToString("postgres://a/db");
    assertThat(read(url).explained().toString()).contains("postgres://a/db").doesNotContain("pw");
    assertThat(problems(Map.of("store.url", "postgres://me:pw x@a/db")).toString())
        .contains("percent-encoded")
        .doesNotContain("pw x");
    assertThat(problems(Map.of("store.url", "postgres://me:pw@a/db?x=1")).toString())
        .doesNotContain("pw");
  }

  private static Key<?> key(String name) {
    return Keys.find(name).orElseThrow();
  }

  private static ConfiguredStore store(Map<String, String> flags) {
    return ConfiguredStore.of(read(flags));
  }

  private static Map<String, String> with(Map<String, String> more) {
    Map<String, String> all = new HashMap<>(NATS);
    all.putAll(more);
    return all;
  }

  private static Config read(Map<String, String> flags) {
    return ConfigReader.read(null, Map.of(), flags);
  }

  private static List<String> problems(Map<String, String> flags) {
    return catchThrowableOfType(ConfigException.class, () -> read(flags)).problems();
  }
}
