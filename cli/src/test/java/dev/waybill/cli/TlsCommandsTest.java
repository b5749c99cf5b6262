package dev.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.conformance.Certificate;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Commands on a server whose certificate the JVM does not trust.
@Timeout(120)
final class TlsCommandsTest {

  @TempDir private Path folder;

  @Test
  void commands_trust_the_configured_certificate_and_otherwise_explain_how() throws Exception {
    Certificate certificate = Certificate.make(folder, "ip:127.0.0.1");
    try (Started _ = serve(certificate)) {
      Map<String, String> trusting = Map.of("WAYBILL_CA", certificate.file().toString());
      try (Started doctor = Started.waybill(folder, trusting, "doctor")) {
        assertThat(doctor.awaitLine("is ready")).contains("https://127.0.0.1:");
      }
      try (Started submit = Started.waybill(folder, trusting, "submit", "--", "true")) {
        assertThat(submit.process().waitFor()).isZero();
      }
      try (Started queues = Started.waybill(folder, trusting, "queues")) {
        assertThat(queues.awaitLine("default")).contains(" 1 ");
      }
      Ran unsure = Ran.waybill("queues", "--data", folder.resolve("waybill-data").toString());
      assertThat(unsure.exitCode()).isEqualTo(1);
      assertThat(unsure.err().lines()).singleElement().asString().contains("WAYBILL_CA");
      assertThat(unsure.err()).doesNotContain("PKIX");
    }
  }

  private Started serve(Certificate certificate) throws Exception {
    Started server =
        Started.waybill(
            folder,
            "serve",
            "--port=0",
            "--grpc-port=0",
            "--set=server.tls.certificate=" + certificate.file(),
            "--set=server.tls.key=" + certificate.key());
    server.awaitLine("ready in");
    return server;
  }
}
