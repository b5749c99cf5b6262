package dev.waybill.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class StoreAddressTest {

  private static final Map<String, String> NATS =
      Map.of("store.type", "nats", "store.url", "nats://a:4222,b:4222", "store.path", "local");

  @Test
  void with_nothing_said_it_is_the_folder() {
    Config config = read(Map.of());
    assertThat(StoreAddress.of(config)).isEqualTo(Path.of("waybill-data").toAbsolutePath().toUri());
    assertThat(StoreAddress.shown(config)).isEqualTo("waybill-data");
  }

  @Test
  void what_is_said_about_nats_is_in_the_address() {
    assertThat(StoreAddress.of(read(NATS)))
        .hasToString(
            "nats://a:4222,b:4222?folder=local&replicas=1&durability=process&strict=false");
    assertThat(
            StoreAddress.of(
                read(
                    with(
                        Map.of(
                            "store.credentials", "/etc/w.creds",
                            "store.tls.ca", "/ca.pem",
                            "store.replicas", "3",
                            "store.durability", "power_cut",
                            "store.strict", "true")))))
        .hasToString(
            "nats://a:4222,b:4222?folder=local&replicas=3&durability=power_cut&strict=true"
                + "&credentials=%2Fetc%2Fw.creds&tls_ca=%2Fca.pem");
  }

  @Test
  void secrets_are_in_the_address_and_nowhere_else() {
    Config config = read(with(Map.of("store.user", "me", "store.password", "p@ss/word 1")));
    assertThat(StoreAddress.of(config).toString())
        .startsWith("nats://me:p%40ss%2Fword%201@a:4222,b:4222?");
    assertThat(StoreAddress.shown(config)).isEqualTo("nats://a:4222,b:4222");
    assertThat(config.explained().toString()).doesNotContain("word 1");
    assertThat(StoreAddress.of(read(with(Map.of("store.token", "t0ken")))).toString())
        .startsWith("nats://t0ken@a:4222,b:4222?");
  }

  @Test
  void what_does_not_go_together_is_told() {
    assertThat(problems(Map.of("store.type", "nats")))
        .containsExactly("store.type nats needs store.url");
    assertThat(problems(Map.of("store.url", "nats://a")))
        .containsExactly("store.url needs store.type: nats");
    assertThat(problems(with(Map.of("store.user", "me"))))
        .containsExactly("store.user and store.password go together");
    assertThat(problems(with(Map.of("store.tls.key", "k.pem"))))
        .containsExactly("store.tls needs both: certificate and key");
  }

  @Test
  void an_address_holds_hosts_alone() {
    for (String wrong :
        List.of("localhost:4222", "http://a", "nats://a?strict=true", "nats://a/b")) {
      assertThat(problems(Map.of("store.type", "nats", "store.url", wrong)).getFirst())
          .as(wrong)
          .contains("store.url must be an address such as nats://host:4222,other:4222");
    }
    assertThat(problems(Map.of("store.type", "nats", "store.url", "nats://me:pw@a")).getFirst())
        .contains("store.url must not hold a login");
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
