package dev.waybill.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.conformance.Seed;
import dev.waybill.conformance.model.ModelBackend;
import dev.waybill.engine.Engine;
import dev.waybill.server.http.api.HttpLimits;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Blob;
import dev.waybill.spi.BlobStore;
import dev.waybill.spi.ForwardingBackend;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Links to large payloads, on stores with and without links.
@Timeout(120)
final class JobLinksTest {

  private static final Payload LARGE = Payload.wrap(new byte[200_000]);

  /// An object store whose links name the blob and their life.
  private record LinkedBlobs(BlobStore real) implements BlobStore {

    @Override
    public boolean put(String tenant, String name, InputStream content) throws IOException {
      return real.put(tenant, name, content);
    }

    @Override
    public Optional<Blob> find(String tenant, String name) {
      return real.find(tenant, name).map(blob -> new LinkedBlob(blob, tenant + "/" + name));
    }

    @Override
    public boolean delete(String tenant, String name) {
      return real.delete(tenant, name);
    }
  }

  private record LinkedBlob(Blob real, String path) implements Blob {

    @Override
    public long size() {
      return real.size();
    }

    @Override
    public InputStream open(long from, long length) {
      return real.open(from, length);
    }

    @Override
    public Optional<URI> link(Duration life) {
      return Optional.of(URI.create("https://objects.example/" + path + "?life=" + life));
    }
  }

  private static Running running(Backend backend) {
    return Running.over(
        new Engine(backend, Settings.DEFAULT, RandomGenerator.getDefault()), HttpLimits.DEFAULT);
  }

  private static Running withLinks() {
    Backend model = new ModelBackend(Settings.DEFAULT);
    return running(
        new ForwardingBackend(model) {
          @Override
          public BlobStore blobs() {
            return new LinkedBlobs(model.blobs());
          }
        });
  }

  private static JobId enqueue(Running running, Payload payload) {
    return running.waybill().enqueue(NewJob.builder("t").payload(payload).build()).id();
  }

  private static HttpResponse<byte[]> get(Running running, JobId id, String query)
      throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(running.address("/v1/jobs/" + id + "/payload" + query)).build(),
          HttpResponse.BodyHandlers.ofByteArray());
    }
  }

  @Test
  @Seed("S4.27")
  void a_large_payload_is_redirected_to_a_link_of_15_minutes_if_asked() throws Exception {
    try (Running running = withLinks()) {
      JobId id = enqueue(running, LARGE);
      HttpResponse<byte[]> redirected = get(running, id, "?link=true");
      assertThat(redirected.statusCode()).isEqualTo(307);
      assertThat(redirected.headers().firstValue("Location"))
          .hasValue("https://objects.example/default/jobs/" + id + "/payload?life=PT15M");
      assertThat(redirected.headers().firstValue("Cache-Control")).hasValue("no-store");
      assertThat(get(running, id, "").body()).isEqualTo(LARGE.bytes());
    }
  }

  @Test
  void a_small_payload_is_returned_itself() throws Exception {
    try (Running running = withLinks()) {
      HttpResponse<byte[]> answer = get(running, enqueue(running, Payload.of("p")), "?link=true");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).asString().isEqualTo("p");
    }
  }

  @Test
  void a_store_without_links_refuses_them() throws Exception {
    try (Running running = running(new ModelBackend(Settings.DEFAULT))) {
      HttpResponse<byte[]> refused = get(running, enqueue(running, LARGE), "?link=true");
      assertThat(refused.statusCode()).isEqualTo(501);
      assertThat(refused.body()).asString().contains("\"unsupported\"", "link=true");
    }
  }
}
