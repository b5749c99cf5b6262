package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WaybillServerTest {

  private static final ServerSettings ANY_PORT = ServerSettings.DEFAULT.withPort(0);

  @TempDir Path folder;

  @Test
  void a_server_answers_until_it_is_closed_and_leaves_the_store_open() throws Exception {
    try (Waybill waybill = Waybill.open(folder);
        HttpClient client = HttpClient.newHttpClient()) {
      WaybillServer server = WaybillServer.start(waybill, ANY_PORT);
      URI address = URI.create("http://127.0.0.1:" + server.port() + "/readyz");
      HttpRequest request = HttpRequest.newBuilder(address).build();
      assertThat(client.send(request, BodyHandlers.ofString()).body()).contains("\"ready\":true");
      server.close();
      assertThatThrownBy(() -> client.send(request, BodyHandlers.ofString()))
          .isInstanceOf(java.io.IOException.class);
      assertThat(waybill.stats()).isEmpty();
    }
  }

  @Test
  void the_error_for_a_port_in_use_names_the_port() {
    try (Waybill waybill = Waybill.open(folder);
        WaybillServer first = WaybillServer.start(waybill, ANY_PORT)) {
      assertThatThrownBy(
              () -> WaybillServer.start(waybill, ServerSettings.DEFAULT.withPort(first.port())))
          .isInstanceOf(WaybillException.class)
          .hasMessageContaining(":" + first.port());
    }
  }
}
