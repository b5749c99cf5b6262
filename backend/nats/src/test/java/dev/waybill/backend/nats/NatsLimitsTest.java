package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.WaybillException;
import dev.waybill.backend.support.LeasePreference;
import dev.waybill.conformance.HugeBlob;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.StoreAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

  @Test
  void batches_of_events_respect_the_message_limit_of_the_server() throws IOException {
    List<NewEvent> events =
        IntStream.rangeClosed(1, 100)
            .mapToObj(n -> NewEvent.of(n, "line", "x".repeat(1_000)))
            .toList();
    try (NatsServer server = limited("max_payload: 8192");
        Backend backend = open(server)) {
      JobStore jobs = backend.jobs();
      jobs.append(List.of(Drafts.draft(TENANT, NewJob.builder("type").queue("work").build())));
      Duration hour = Duration.ofHours(1);
      Job leased =
          jobs.lease(new LeaseQuery(new QueueKey(TENANT, "work"), "w", 1, hour, hour)).getFirst();
      JobKey key = new JobKey(TENANT, leased.id());
      assertThat(jobs.publish(new LeaseKey(key, leased.attempt()), events))
          .isEqualTo(new EventsStored.Events(100, 0));
      assertThat(jobs.read(new EventQuery(key, EventCursor.START, 200, Duration.ZERO)).events())
          .hasSize(100);
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
  void leases_from_queues_with_long_names_respect_the_message_limit_of_the_server()
      throws IOException {
    List<QueueKey> queues =
        IntStream.range(0, 100)
            .mapToObj(n -> new QueueKey(TENANT, "q" + n + "x".repeat(100)))
            .toList();
    try (NatsServer server = limited("max_payload: 8192");
        NatsLink link = NatsLink.open(NatsConfig.of(server.url(), folder));
        LeasingServers here = new LeasingServers(link.connection())) {
      queues.forEach(here::shareOf);
      // It hears only what is announced again.
      try (LeasingServers later = new LeasingServers(link.connection())) {
        eventually(
            () -> {
              queues.forEach(here::shareOf);
              assertThat(queues)
                  .noneMatch(queue -> LeasePreference.ALL.equals(later.shareOf(queue)));
            });
      }
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
