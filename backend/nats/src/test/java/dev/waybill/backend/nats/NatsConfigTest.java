package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.backend.nats.NatsConfig.Login;
import dev.waybill.base.TlsFiles;
import dev.waybill.engine.EngineOpener;
import dev.waybill.settings.Settings;
import dev.waybill.spi.StoreAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NatsConfigTest {

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
  void a_login_can_be_a_password_a_token_or_a_file() {
    assertThat(parsed("nats://me:p%40ss+word@a,b").login())
        .isEqualTo(new Login.Password("me", "p@ss+word"));
    assertThat(parsed("nats://me:p%40ss@a,b").servers()).isEqualTo(List.of("nats://a", "nats://b"));
    assertThat(parsed("nats://s3cret@a").login()).isEqualTo(new Login.Token("s3cret"));
    assertThat(parsed("nats://a?credentials=/etc/w.creds").login())
        .isEqualTo(new Login.Credentials(Path.of("/etc/w.creds")));
  }

  @Test
  void secrets_are_not_printed() {
    assertThat(parsed("nats://me:s3cret@a").toString()).contains("me").doesNotContain("s3cret");
    assertThat(parsed("nats://s3cret@a").toString()).doesNotContain("s3cret");
  }

  @Test
  void other_settings_are_in_the_query() {
    NatsConfig config =
        parsed(
            "nats://a?path=/var/w&replicas=3&durability=power_cut&state_events=on&tls.ca=/ca.pem"
                + "&tls.certificate=/c.pem&tls.key=/k.pem");

    assertThat(config)
        .isEqualTo(
            new NatsConfig(
                List.of("nats://a"),
                new Login.None(),
                new NatsTls(Path.of("/ca.pem"), new TlsFiles(Path.of("/c.pem"), Path.of("/k.pem"))),
                Path.of("/var/w"),
                new NatsConfig.Broker(3, true, true)));
  }

  @Test
  void url_options_equal_the_settings_of_a_server() {
    Map<String, String> settings =
        Map.of(
            "store.path", "/var/w",
            "store.user", "me",
            "store.password", "p@ss",
            "store.replicas", "3");
    assertThat(NatsConfig.of(StoreAddress.of(URI.create("nats://a"), settings)))
        .isEqualTo(parsed("nats://me:p%40ss@a?path=/var/w&replicas=3"));
    Map<String, String> token = Map.of("store.token", "t0ken");
    assertThat(NatsConfig.of(StoreAddress.of(URI.create("nats://a"), token)).login())
        .isEqualTo(new Login.Token("t0ken"));
  }

  @Test
  void invalid_options_are_refused_by_name() {
    assertWrong("nats://a?strict=true", "strict");
    assertWrong("nats://a?replicas=6", "store.replicas");
    assertWrong("nats://a?durability=hope", "store.durability");
    assertWrong("nats://a?tls.key=/k.pem", "store.tls.certificate");
    assertWrong("nats://a?user=me", "store.password");
    assertWrong("nats:a", "no host");
  }

  private static void assertWrong(String address, String name) {
    assertThatThrownBy(() -> EngineOpener.backend(URI.create(address), Settings.DEFAULT))
        .isInstanceOfSatisfying(
            WaybillException.class,
            refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT))
        .hasMessageContaining(name);
  }

  private static NatsConfig parsed(String address) {
    return NatsConfig.of(StoreAddress.of(URI.create(address)));
  }
}
