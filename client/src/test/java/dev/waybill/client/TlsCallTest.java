package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.EventCursor;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.base.TlsFiles;
import dev.waybill.conformance.Certificate;
import dev.waybill.result.Settled;
import dev.waybill.server.ServerSettings;
import dev.waybill.settings.ConnectSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/// Calls over TLS reach the intended server or fail.
@Timeout(180)
@Isolated("replaces the SSL context of the process")
final class TlsCallTest {

  private static final ConnectSettings ONCE = ConnectSettings.DEFAULT.withRetryFor(Duration.ZERO);

  private @TempDir Path folder;
  private SSLContext usual;

  @BeforeEach
  void remember() throws Exception {
    usual = SSLContext.getDefault();
  }

  @AfterEach
  void restore() {
    SSLContext.setDefault(usual);
  }

  @Test
  void calls_are_encrypted() {
    Certificate certificate = Certificate.make(folder, "ip:127.0.0.1");
    try (Served served = served(certificate);
        Waybill remote = Waybill.connect(address(served), ONCE.withCa(certificate.file()))) {
      JobId id = remote.enqueue(NewJob.of("t", "p")).id();
      Lease lease = remote.lease(LeaseRequest.of("default", "w")).getFirst();
      remote.publish(lease.token(), List.of(new NewEvent(1, "said", null, Payload.of("x"))));
      assertThat(remote.settle(lease.token(), Outcome.done()))
          .isEqualTo(new Settled(State.COMPLETED));
      assertThat(remote.follow(id, EventCursor.START)).hasSize(1);
    }
  }

  @Test
  void a_certificate_that_the_jvm_trusts_needs_no_ca() {
    Certificate certificate = Certificate.make(folder, "ip:127.0.0.1");
    SSLContext.setDefault(certificate.trusting());
    try (Served served = served(certificate);
        Waybill remote = Waybill.connect(address(served), ONCE)) {
      assertThat(remote.stats()).isEmpty();
    }
  }

  @Test
  void an_unknown_issuer_is_refused() {
    Certificate certificate = Certificate.make(folder, "ip:127.0.0.1");
    assertRefused(certificate, ConnectSettings.DEFAULT, "WAYBILL_CA");
  }

  @Test
  void a_certificate_for_another_host_is_refused() {
    Certificate certificate = Certificate.make(folder, "dns:other.example");
    assertRefused(
        certificate, ConnectSettings.DEFAULT.withCa(certificate.file()), "another host name");
  }

  @Test
  void a_certificate_of_another_ca_is_refused() throws IOException {
    Certificate certificate = Certificate.make(folder, "ip:127.0.0.1");
    Path other = Files.createDirectory(folder.resolve("other"));
    Path ca = Certificate.make(other, "dns:other.example").file();
    assertRefused(
        certificate, ConnectSettings.DEFAULT.withCa(ca), ca + " does not contain its issuer");
  }

  @Test
  void an_invalid_ca_file_is_named() throws IOException {
    assertNamed(Files.createFile(folder.resolve("empty.pem")), "no certificate");
    assertNamed(Files.writeString(folder.resolve("text.pem"), "hello"), "");
    assertNamed(folder.resolve("none.pem"), "does not exist");
  }

  private static void assertNamed(Path file, String reason) {
    ConnectSettings settings = ONCE.withCa(file);
    assertThatThrownBy(() -> Waybill.connect(URI.create("https://127.0.0.1:1"), settings))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(reason);
  }

  /// Fails at once: retries, as after an outage, would not help.
  private void assertRefused(Certificate certificate, ConnectSettings settings, String hint) {
    try (Served served = served(certificate);
        Waybill remote =
            Waybill.connect(address(served), settings.withRetryFor(Duration.ofHours(1)))) {
      assertThatThrownBy(() -> remote.enqueue(NewJob.of("t", "p")))
          .isInstanceOf(WaybillException.class)
          .hasMessageContaining("is not trusted")
          .hasMessageContaining(hint);
      assertThat(served.store().stats("default").waiting()).isZero();
    }
  }

  private Served served(Certificate certificate) {
    TlsFiles files = new TlsFiles(certificate.file(), certificate.key());
    ServerSettings settings = ServerSettings.DEFAULT.withPort(0).withTls(files);
    return Served.over(Waybill.open(folder.resolve("data")), settings);
  }

  private static URI address(Served served) {
    return URI.create("https://127.0.0.1:" + served.port());
  }
}
