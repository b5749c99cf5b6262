package dev.waybill.backend.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.conformance.HugeBlob;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Draft;
import dev.waybill.spi.StoreAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// NATS servers with small limits.
@Timeout(180)
final class NatsLimitsTest {

  private static final String TENANT = "acme";

  @TempDir private Path folder;

  @Test
  void a_full_server_is_reported_at_once_as_a_full_disk() throws IOException {
    try (NatsServer server = limited("jetstream { max_file_store: 4MB }");
        Backend backend = open(server)) {
      assertFull(() -> fill(backend));
      assertFull(() -> backend.blobs().put(TENANT, "large", new byte[8 << 20]));
    }
  }

  @Test
  void blob_parts_respect_the_message_limit_of_the_server() throws IOException {
    byte[] content = new byte[200_000];
    new Random(1).nextBytes(content);
    try (NatsServer server = limited("max_payload: 16384");
        Backend backend = open(server)) {
      assertThat(backend.blobs().put(TENANT, "large", content)).isTrue();
      assertThat(backend.blobs().get(TENANT, "large")).hasValue(content);
    }
  }

  private static void fill(Backend backend) {
    String payload = "x".repeat(60_000);
    for (int i = 0; i < 100; i++) {
      List<Draft> drafts =
          IntStream.range(0, 10)
              .mapToObj(_ -> Drafts.draft(TENANT, NewJob.of("type", payload)))
              .toList();
      backend.jobs().append(drafts);
    }
  }

  @Test
  void a_blob_larger_than_the_heap_is_streamed() throws Exception {
    try (NatsServer server = NatsServer.start()) {
      assertThat(HugeBlob.inSmallHeap(HugeBlobMain.class, server.url())).endsWith("streamed");
    }
  }

  private static void assertFull(Runnable call) {
    WaybillException full = catchThrowableOfType(WaybillException.class, call::run);
    assertThat(full).as("it is refused").isNotNull();
    assertThat(full.code()).as(full.getMessage()).isEqualTo(Code.DISK_FULL);
  }

  private NatsServer limited(String settings) throws IOException {
    Path file = Files.writeString(folder.resolve("nats.conf"), settings + "\n");
    return NatsServer.start("-c", file.toString());
  }

  private Backend open(NatsServer server) {
    String address = server.url() + "?path=" + folder.resolve("local");
    return new NatsProvider().open(StoreAddress.of(URI.create(address)), Settings.DEFAULT);
  }
}
