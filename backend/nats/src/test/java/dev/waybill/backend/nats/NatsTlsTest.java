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

/// One self-signed certificate: for the server, for the client, and as CA.
class NatsTlsTest {

  @TempDir private Path folder;

  @BeforeEach
  void makeCertificate() {
    Certificate.make(folder, "ip:127.0.0.1");
  }

  @Test
  void a_trusted_server_is_used_over_tls() {
    try (NatsServer server = NatsServer.start(tls());
        Backend backend = open(server, "&tls.ca=" + file("certificate.pem"))) {
      assertThat(backend.ledger().tail(0, 1)).isEmpty();
    }
  }

  @Test
  void a_server_with_an_unknown_issuer_is_refused() {
    try (NatsServer server = NatsServer.start(tls())) {
      assertThatThrownBy(() -> open(server, ""))
          .isInstanceOf(WaybillException.class)
          .hasMessageContaining("NATS cannot be reached");
    }
  }

  @Test
  void a_certificate_for_another_name_is_refused() throws Exception {
    Certificate other = certificateFor("dns:other.example");
    try (NatsServer server = NatsServer.start(tls(other))) {
      assertThatThrownBy(() -> open(server, "127.0.0.1", "&tls.ca=" + other.file()))
          .isInstanceOf(WaybillException.class);
    }
  }

  @Test
  void a_certificate_is_checked_by_name_and_not_by_address() throws Exception {
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
  void a_client_certificate_is_sent_if_the_server_requires_it() {
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
  void invalid_tls_files_are_named() {
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
