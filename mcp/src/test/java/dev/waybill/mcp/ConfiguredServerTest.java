package dev.waybill.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.server.Service;
import dev.waybill.server.config.ConfigReader;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A whole server, started from its configuration.
@Timeout(120)
final class ConfiguredServerTest {

  private @TempDir Path folder;
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void by_default_tools_read_only_and_each_has_its_own_metrics() throws Exception {
    try (Service service = start(Map.of())) {
      assertThat(tools(service)).isEqualTo(11);
      assertThat(get(service, "/openapi.json")).contains("\"/mcp\"", "callMcp");
      assertThat(get(service, "/metrics")).contains("http_route=\"/mcp#search_jobs\"");
    }
  }

  @Test
  void changes_must_be_switched_on() throws Exception {
    try (Service service = start(Map.of("server.mcp", "change"))) {
      assertThat(tools(service)).isEqualTo(16);
    }
  }

  @Test
  void it_can_be_switched_off() throws Exception {
    try (Service service = start(Map.of("server.mcp", "off"))) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(service.httpAddress() + "/mcp"))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{}"))
              .build();
      assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(404);
      assertThat(get(service, "/openapi.json")).doesNotContain("\"/mcp\"");
    }
  }

  /// A page of another site that resolves its own name to this machine must not reach the tools.
  @Test
  void another_host_name_is_refused() throws Exception {
    try (Service service = start(Map.of());
        Socket socket =
            new Socket(
                InetAddress.getLoopbackAddress(), URI.create(service.httpAddress()).getPort())) {
      socket
          .getOutputStream()
          .write(
              """
              POST /mcp HTTP/1.1\r
              Host: evil.example\r
              Content-Type: application/json\r
              Content-Length: 2\r
              Connection: close\r
              \r
              {}\
              """
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 421");
    }
  }

  private Service start(Map<String, String> more) {
    Map<String, String> flags = new HashMap<>(more);
    flags.put("store.path", folder.resolve("data").toString());
    flags.put("server.port", "0");
    flags.put("server.grpc_port", "0");
    return Service.start(ConfigReader.read(null, Map.of(), flags), Map.of());
  }

  /// The number of tools; calls one of them.
  private static int tools(Service service) {
    try (McpSyncClient client =
        McpClient.sync(
                HttpClientStreamableHttpTransport.builder(service.httpAddress())
                    .endpoint("/mcp")
                    .build())
            .build()) {
      client.initialize();
      new Served.Caller(client).call("search_jobs", Map.of()).succeeded();
      return client.listTools().tools().size();
    }
  }

  private String get(Service service, String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(service.httpAddress() + path)).build();
    return http.send(request, BodyHandlers.ofString()).body();
  }
}
