package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Certificate;
import dev.waybill.conformance.FreePort;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.StoreAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisTlsTest {

  @TempDir private Path folder;
  private final int port = FreePort.next();

  private RedisServer start(Certificate of, String clients) {
    return RedisServer.start(
        "--tls-port",
        String.valueOf(port),
        "--tls-cert-file",
        of.file().toString(),
        "--tls-key-file",
        of.key().toString(),
        "--tls-ca-cert-file",
        of.file().toString(),
        "--tls-auth-clients",
        clients);
  }

  private Backend open(String options) {
    URI url =
        URI.create("rediss://127.0.0.1:" + port + "?path=" + folder.resolve("local") + options);
    return new RedisProvider().open(StoreAddress.of(url), Settings.DEFAULT);
  }

  private Certificate certificate(String names) throws IOException {
    return Certificate.make(Files.createDirectory(folder.resolve("certificate")), names);
  }

  @Test
  void a_trusted_server_is_used_over_tls_and_one_that_is_not_trusted_is_refused()
      throws IOException {
    Certificate ours = certificate("dns:localhost,ip:127.0.0.1");
    try (RedisServer _ = start(ours, "no")) {
      try (Backend backend = open("&tls.ca=" + ours.file())) {
        assertThat(backend.ledger().tail(0, 1)).isEmpty();
      }
      assertThatThrownBy(() -> open("")).isInstanceOf(WaybillException.class);
    }
  }

  @Test
  void a_certificate_for_another_name_is_refused() throws IOException {
    Certificate other = certificate("dns:other.example");
    try (RedisServer _ = start(other, "no")) {
      assertThatThrownBy(() -> open("&tls.ca=" + other.file()))
          .isInstanceOf(WaybillException.class);
    }
  }

  @Test
  void a_client_certificate_is_sent_if_the_server_requires_it() throws IOException {
    Certificate ours = certificate("dns:localhost,ip:127.0.0.1");
    String trust = "&tls.ca=" + ours.file();
    try (RedisServer _ = start(ours, "yes")) {
      String identity = "&tls.certificate=" + ours.file() + "&tls.key=" + ours.key();
      try (Backend backend = open(trust + identity)) {
        assertThat(backend.ledger().tail(0, 1)).isEmpty();
      }
      assertThatThrownBy(() -> open(trust)).isInstanceOf(WaybillException.class);
    }
  }

  @Test
  void settings_that_do_not_fit_together_are_refused() {
    for (String address :
        new String[] {
          "redis://h:1?tls.ca=/x",
          "rediss://h:1?tls.certificate=/x",
          "redis://h:1?user=u",
          "redis://h:1?prefix=a%20b",
          "redis://h:99999"
        }) {
      assertThatThrownBy(() -> new RedisProvider().check(StoreAddress.of(URI.create(address))))
          .as(address)
          .isInstanceOfSatisfying(
              WaybillException.class,
              refused -> assertThat(refused.code()).isEqualTo(Code.INVALID_ARGUMENT));
    }
  }
}
