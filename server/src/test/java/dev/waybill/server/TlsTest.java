package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.WaybillException;
import dev.waybill.conformance.Certificate;
import dev.waybill.proto.v1.JobServiceGrpc;
import dev.waybill.proto.v1.ListJobsRequest;
import dev.waybill.server.config.Config;
import dev.waybill.server.config.ConfigReader;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// With a certificate and a key in the configuration, both ports use TLS.
@Timeout(180)
final class TlsTest {

  @TempDir private Path folder;

  private Certificate made;

  @BeforeEach
  void create_a_certificate() {
    made = Certificate.make(folder, "dns:localhost,ip:127.0.0.1");
  }

  @Test
  void http_and_grpc_are_encrypted() throws Exception {
    try (Service service = Service.start(config("key.pem"));
        HttpClient client = HttpClient.newBuilder().sslContext(made.trusting()).build()) {
      assertThat(service.httpAddress()).startsWith("https://127.0.0.1:");
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(service.httpAddress() + "/livez")).build();
      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(200);
      String plain = service.httpAddress().replace("https:", "http:") + "/livez";
      HttpRequest inTheClear = HttpRequest.newBuilder(URI.create(plain)).build();
      assertThatThrownBy(() -> client.send(inTheClear, HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(java.io.IOException.class);
      ManagedChannel channel =
          NettyChannelBuilder.forTarget(service.grpcAddress())
              .sslContext(GrpcSslContexts.forClient().trustManager(made.file().toFile()).build())
              .build();
      assertThat(
              JobServiceGrpc.newBlockingStub(channel)
                  .listJobs(ListJobsRequest.getDefaultInstance())
                  .getJobsList())
          .isEmpty();
      channel.shutdownNow();
    }
  }

  @Test
  void the_error_for_a_key_in_another_format_has_the_command_to_convert_it() throws Exception {
    Files.writeString(folder.resolve("old.pem"), "-----BEGIN RSA PRIVATE KEY-----\nMII\n");
    assertThatThrownBy(() -> Service.start(config("old.pem")))
        .isInstanceOf(WaybillException.class)
        .hasMessageContaining("openssl pkcs8 -topk8");
    Service.start(config("key.pem")).close();
  }

  private Config config(String key) {
    return ConfigReader.read(
        null,
        Map.of(),
        Map.of(
            "store.path", folder.resolve("data").toString(),
            "server.port", "0",
            "server.grpc_port", "0",
            "server.tls.certificate", made.file().toString(),
            "server.tls.key", folder.resolve(key).toString()));
  }
}
