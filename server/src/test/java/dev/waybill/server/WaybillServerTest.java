package dev.waybill.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.ForwardingWaybill;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Optional;
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

  /// A new server on NATS refuses to look for finished jobs until it has read their history.
  @Test
  void a_server_that_still_reads_the_history_of_jobs_is_ready() throws Exception {
    try (Waybill waybill = Waybill.open(folder);
        HttpClient client = HttpClient.newHttpClient();
        WaybillServer server = WaybillServer.start(new Reading(waybill), ANY_PORT)) {
      URI address = URI.create("http://127.0.0.1:" + server.port() + "/readyz");
      HttpRequest request = HttpRequest.newBuilder(address).build();
      assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
  }

  private static final class Reading extends ForwardingWaybill {

    Reading(Waybill waybill) {
      super(waybill);
    }

    @Override
    public Waybill tenant(String name) {
      return new Reading(super.tenant(name));
    }

    @Override
    public Optional<Job> find(JobId id) {
      throw new WaybillException(Code.UNAVAILABLE, "still reading the history of jobs");
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
