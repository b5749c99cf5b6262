package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.ConnectSettings;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Settled;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.server.ServerSettings;
import dev.waybill.server.config.TlsFiles;
import dev.waybill.testkit.Certificate;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Calls over TLS go to the server that was meant, or nowhere.
@Timeout(60)
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
  void jobs_travel_encrypted() {
    Certificate certificate = Certificate.make(folder, "ip:127.0.0.1");
    SSLContext.setDefault(certificate.trusting());
    try (Served served = served(certificate);
        Waybill remote = Waybill.connect(address(served), ONCE)) {
      remote.enqueue(NewJob.of("t", "p"));
      Lease lease = remote.lease(LeaseRequest.of("default", "w")).getFirst();
      assertThat(remote.settle(lease.token(), Outcome.done()))
          .isEqualTo(new Settled(State.COMPLETED));
    }
  }

  @Test
  void a_server_that_nobody_vouches_for_hears_nothing() {
    Certificate certificate = Certificate.make(folder, "ip:127.0.0.1");
    assertRefused(certificate);
  }

  @Test
  void a_server_with_the_certificate_of_another_hears_nothing() {
    Certificate certificate = Certificate.make(folder, "dns:other.example");
    SSLContext.setDefault(certificate.trusting());
    assertRefused(certificate);
  }

  private void assertRefused(Certificate certificate) {
    try (Served served = served(certificate);
        Waybill remote = Waybill.connect(address(served), ONCE)) {
      assertThatThrownBy(() -> remote.enqueue(NewJob.of("t", "p")))
          .isInstanceOf(WaybillException.class)
          .hasMessageContaining("no answer from https:");
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
