package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Capabilities.Durability;
import dev.waybill.WaybillException;
import dev.waybill.backend.nats.NatsConfig.Login;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NatsAddressTest {

  @Test
  void one_host_is_enough() {
    assertThat(parsed("nats://localhost"))
        .isEqualTo(NatsConfig.of("nats://localhost", Path.of("waybill-data")));
  }

  @Test
  void several_hosts_are_several_servers() {
    assertThat(parsed("tls://a:4222,b:4223").servers())
        .isEqualTo(List.of("tls://a:4222", "tls://b:4223"));
  }

  @Test
  void a_login_is_a_password_a_token_or_a_file() {
    assertThat(parsed("nats://me:p%40ss+word@a,b").login())
        .isEqualTo(new Login.Password("me", "p@ss+word"));
    assertThat(parsed("nats://me:p%40ss@a,b").servers()).isEqualTo(List.of("nats://a", "nats://b"));
    assertThat(parsed("nats://s3cret@a").login()).isEqualTo(new Login.Token("s3cret"));
    assertThat(parsed("nats://a?credentials=/etc/w.creds").login())
        .isEqualTo(new Login.Credentials(Path.of("/etc/w.creds")));
  }

  @Test
  void secrets_do_not_print() {
    assertThat(parsed("nats://me:s3cret@a").toString()).contains("me").doesNotContain("s3cret");
    assertThat(parsed("nats://s3cret@a").toString()).doesNotContain("s3cret");
  }

  @Test
  void the_rest_is_said_in_the_query() {
    NatsConfig config =
        parsed(
            "nats://a?folder=/var/w&replicas=3&durability=power_cut&strict=true&tls_ca=/ca.pem"
                + "&tls_certificate=/c.pem&tls_key=/k.pem");

    assertThat(config)
        .isEqualTo(
            new NatsConfig(
                List.of("nats://a"),
                new Login.None(),
                new NatsTls(Path.of("/ca.pem"), Path.of("/c.pem"), Path.of("/k.pem")),
                Path.of("/var/w"),
                3,
                Durability.POWER_CUT,
                true));
  }

  @Test
  void what_does_not_exist_is_refused() {
    assertWrong("nats://a?stict=true", "stict is none of");
    assertWrong("nats://a?strict=yes", "strict is true or false");
    assertWrong("nats://a?replicas=6", "replicas is 1 to 5");
    assertWrong("nats://a?durability=hope", "durability is");
    assertWrong("nats://a?tls_key=/k.pem", "certificate and its key");
    assertWrong("nats:a", "no host");
  }

  private static void assertWrong(String address, String message) {
    assertThatThrownBy(() -> parsed(address))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining(message);
  }

  private static NatsConfig parsed(String address) {
    return NatsConfig.of(URI.create(address));
  }
}
