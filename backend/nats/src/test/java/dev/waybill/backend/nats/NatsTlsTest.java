package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.base.TlsFiles;
import dev.waybill.conformance.Certificate;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.StoreAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One certificate that signs itself: for the server, for us, and to trust.
class NatsTlsTest {

  @TempDir private Path folder;

  @BeforeEach
  void makeCertificate() {
    Certificate.make(folder, "ip:127.0.0.1");
  }

  @Test
  void a_server_that_is_trusted_is_used_over_tls() {
    try (NatsServer server = NatsServer.start(tls());
        Backend backend = open(server, "&tls.ca=" + file("certificate.pem"))) {
      assertThat(backend.ledger().tail(0, 1)).isEmpty();
    }
  }

  @Test
  void a_server_that_nobody_vouches_for_is_refused() {
    try (NatsServer server = NatsServer.start(tls())) {
      assertThatThrownBy(() -> open(server, ""))
          .isInstanceOf(WaybillException.class)
          .hasMessageContaining("NATS could not be reached");
    }
  }

  @Test
  void a_server_with_the_certificate_of_another_name_is_refused() throws Exception {
    Certificate other = certificateFor("dns:other.example");
    try (NatsServer server = NatsServer.start(tls(other))) {
      assertThatThrownBy(() -> open(server, "127.0.0.1", "&tls.ca=" + other.file()))
          .isInstanceOf(WaybillException.class);
    }
  }

  @Test
  void a_server_is_known_by_its_name_not_by_its_address() throws Exception {
    Certificate named = certificateFor("dns:localhost");
    try (NatsServer server = NatsServer.start(tls(named))) {
      try (Backend backend = open(server, "localhost", "&tls.ca=" + named.file())) {
        assertThat(backend.ledger().tail(0, 1)).isEmpty();
      }
      assertThatThrownBy(() -> open(server, "127.0.0.1", "&tls.ca=" + named.file()))
          .isInstanceOf(WaybillException.class);
    }
  }

  private Certificate certificateFor(String names) throws IOException {
    return Certificate.make(Files.createDirectory(folder.resolve("other")), names);
  }

  private static String[] tls(Certificate of) {
    return new String[] {
      "--tls", "--tlscert", of.file().toString(), "--tlskey", of.key().toString()
    };
  }

  @Test
  void a_server_that_wants_to_know_who_we_are_is_told() {
    String trust = "&tls.ca=" + file("certificate.pem");
    String us = "&tls.certificate=" + file("certificate.pem") + "&tls.key=" + file("key.pem");
    String[] mutual = {
      "--tls",
      "--tlscert",
      file("certificate.pem"),
      "--tlskey",
      file("key.pem"),
      "--tlsverify",
      "--tlscacert",
      file("certificate.pem")
    };
    try (NatsServer server = NatsServer.start(mutual)) {
      assertThatThrownBy(() -> open(server, trust)).isInstanceOf(WaybillException.class);
      try (Backend backend = open(server, trust + us)) {
        assertThat(backend.ledger().tail(0, 1)).isEmpty();
      }
    }
  }

  @Test
  void files_that_cannot_be_used_are_named() {
    NatsTls missing = new NatsTls(folder.resolve("none.pem"), null);
    NatsTls swapped =
        new NatsTls(
            null,
            new TlsFiles(folder.resolve("certificate.pem"), folder.resolve("certificate.pem")));

    assertThatThrownBy(missing::context)
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("none.pem");
    assertThatThrownBy(swapped::context)
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("certificate.pem has no");
  }

  private String[] tls() {
    return new String[] {
      "--tls", "--tlscert", file("certificate.pem"), "--tlskey", file("key.pem")
    };
  }

  private Backend open(NatsServer server, String options) {
    return open(server, "127.0.0.1", options);
  }

  private Backend open(NatsServer server, String host, String options) {
    String address =
        "tls://" + host + ":" + server.port() + "?path=" + folder.resolve("local") + options;
    return new NatsProvider().open(StoreAddress.of(URI.create(address)), Settings.DEFAULT);
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }
}
