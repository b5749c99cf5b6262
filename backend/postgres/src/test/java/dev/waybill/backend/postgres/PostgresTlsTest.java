package dev.waybill.backend.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Certificate;
import dev.waybill.conformance.PostgresServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostgresTlsTest {

  @TempDir private static Path folder;
  private static Certificate certificate;
  private static PostgresServer server;

  @BeforeAll
  static void start() {
    certificate = Certificate.make(folder, "dns:localhost");
    server = PostgresServer.withTls(certificate);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String url(String host, String options) {
    return server.url("postgres").replace("127.0.0.1", host) + options;
  }

  private static String trusting() {
    return "?tls.ca=" + certificate.file();
  }

  @Test
  void connections_are_encrypted_and_the_host_is_verified() {
    try (PostgresBackend _ = TestDatabase.open(url("localhost", trusting()))) {
      String encrypted =
          "select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where"
              + " application_name = 'waybill'";
      assertThat(new TestDatabase(server, "postgres").value(encrypted)).isEqualTo("t");
    }
  }

  @Test
  void a_certificate_of_another_host_is_refused() {
    assertThatThrownBy(() -> TestDatabase.open(url("127.0.0.1", trusting())))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("127.0.0.1");
  }

  @Test
  void a_certificate_that_nobody_trusts_is_refused() {
    assertThatThrownBy(() -> TestDatabase.open(url("localhost", "?tls.mode=verify")))
        .isInstanceOfSatisfying(
            WaybillException.class, failed -> assertThat(failed.code()).isEqualTo(Code.UNAVAILABLE))
        .hasMessageContaining("SSL");
  }
}
