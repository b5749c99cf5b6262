package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.ManualClock;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.StoreAddress;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Subscription;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the store says and does when the broker is full, limited, replaced or restricted.
@Timeout(120)
final class HonestBrokerTest {

  private static final QueueKey QUEUE = new QueueKey("acme", "work");
  private static final Duration LONG = Duration.ofMinutes(1);

  /// The permissions in docs/backends.md.
  private static final String PERMISSIONS =
      """
      authorization {
        users: [
          { user: waybill, password: s3cret, permissions: {
            publish: ["$JS.API.INFO", "$JS.API.STREAM.>", "$JS.API.CONSUMER.>",
              "$JS.API.DIRECT.GET.>", "$JS.ACK.>", "$JS.FC.>",
              "$KV.wb_jobs.>", "$KV.wb_requests.>", "$KV.wb_queues.>", "$KV.latest.>",
              "$O.wb_blobs.>", "wb.>", "msg.>"],
            subscribe: ["_INBOX.>", "wb.here"] } },
          { user: reader, password: s3cret, permissions: {
            publish: ["$JS.API.>"], subscribe: ["_INBOX.>"] } }
        ]
      }
      """;

  private final ManualClock clock = new ManualClock();
  @TempDir private Path folder;

  @Test
  void a_full_broker_is_told_by_the_proof_of_a_write_and_retention_makes_room() throws IOException {
    try (NatsServer server = configured("jetstream { max_file_store: 8MB }");
        NatsBackend backend = open(server.url())) {
      backend.proveWrite();
      fill(() -> complete(backend, "x".repeat(30_000)));
      eventually(
          () -> {
            fill(() -> backend.jobs().append(List.of(draft())));
            assertThatThrownBy(backend::proveWrite)
                .isInstanceOfSatisfying(
                    WaybillException.class,
                    full -> assertThat(full.code()).isEqualTo(Code.DISK_FULL));
          });
      clock.advance(Duration.ofDays(15));
      eventually(
          () -> {
            backend.jobs().prune(Retention.DEFAULT, 100);
            assertThat(catchThrowableOfType(WaybillException.class, backend::proveWrite)).isNull();
          });
    }
  }

  /// Repeats a write until the broker refuses it.
  private static void fill(Runnable write) {
    WaybillException full =
        catchThrowableOfType(
            WaybillException.class,
            () -> {
              while (true) {
                write.run();
              }
            });
    assertThat(full.code()).isEqualTo(Code.DISK_FULL);
  }

  private static void complete(NatsBackend backend, String result) {
    backend.jobs().append(IntStream.range(0, 10).mapToObj(_ -> draft()).toList());
    List<Job> leased = backend.jobs().lease(take(10, LONG));
    backend
        .jobs()
        .apply(
            leased.stream()
                .map(job -> Transitions.completed(lease(job), Payload.of(result)))
                .toList());
  }

  @Test
  void a_result_larger_than_a_message_is_stored_like_any_other() throws IOException {
    try (NatsServer server = configured("max_payload: 16384");
        Waybill waybill =
            Waybill.open(
                URI.create(server.url() + "?path=" + folder.resolve("local")), settings())) {
      JobId large = waybill.enqueue(NewJob.builder("demo").queue("work").payload("1").build()).id();
      JobId small = waybill.enqueue(NewJob.builder("demo").queue("work").payload("2").build()).id();
      List<Lease> leased = waybill.lease(new LeaseRequest("work", "w", 2, LONG, LONG));
      String result = "x".repeat(20_000);
      assertThat(
              waybill.settle(
                  List.of(
                      new Settlement(leased.get(0).token(), Outcome.done(result)),
                      new Settlement(leased.get(1).token(), Outcome.done("small")))))
          .hasSize(2);
      assertThat(waybill.find(large).orElseThrow().result().orElseThrow().text()).isEqualTo(result);
      assertThat(waybill.find(small).orElseThrow().state()).isEqualTo(State.COMPLETED);
    }
  }

  @Test
  void a_replaced_bucket_of_jobs_is_read_again_and_its_ghosts_are_gone() throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link();
        NatsBackend backend = open(server.url())) {
      backend.jobs().append(IntStream.range(0, 50).mapToObj(_ -> draft()).toList());
      backend.jobs().pause(new QueueKey("acme", "other"), true);
      assertThat(backend.jobs().stats(QUEUE).waiting()).isEqualTo(50);
      link.management().deleteStream("KV_wb_jobs");
      NatsLayout.jobs().forEach(link::ensureStream);
      eventually(() -> assertThat(backend.jobs().stats(QUEUE).waiting()).isZero());
      assertThat(backend.jobs().stats(new QueueKey("acme", "other")).paused()).isTrue();
      Draft fresh = draft();
      backend.jobs().append(List.of(fresh));
      assertThat(backend.jobs().lease(take(1, LONG)))
          .extracting(Job::id)
          .containsExactly(fresh.key().id());
    }
  }

  @Test
  void a_user_with_the_documented_permissions_is_enough() throws IOException {
    try (NatsServer server = configured(PERMISSIONS);
        NatsBackend backend = open(server.url().replace("//", "//waybill:s3cret@"))) {
      Job done = completed(backend);
      assertThat(backend.blobs().put("acme", "b", new byte[200_000])).isTrue();
      assertThat(backend.blobs().get("acme", "b")).isPresent();
      assertThat(backend.ledger().tail(0, 10)).isEmpty();
      clock.advance(Duration.ofDays(15));
      eventually(
          () -> {
            backend.jobs().prune(Retention.DEFAULT, 100);
            assertThat(backend.jobs().find(key(done))).isEmpty();
          });
      backend.proveWrite();
    }
  }

  @Test
  void a_user_without_them_is_told_what_is_missing() throws IOException {
    try (NatsServer server = configured(PERMISSIONS)) {
      assertThatThrownBy(() -> open(server.url().replace("//", "//reader:s3cret@")))
          .isInstanceOf(WaybillException.class)
          .hasMessageContaining("does not permit")
          .hasMessageContaining("docs/backends.md");
    }
  }

  @Test
  void too_small_messages_are_refused_when_the_store_opens() throws IOException {
    try (NatsServer server = configured("max_payload: 4096")) {
      assertThatThrownBy(() -> open(server.url())).hasMessageContaining("max_payload");
    }
  }

  @Test
  void other_clients_see_the_end_of_a_job_as_json() throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink other = server.link();
        NatsBackend backend = open(server.url())) {
      Connection client = other.connection();
      Subscription ends = client.subscribe("wb.job.acme.*.completed");
      client.flush(LONG);
      Job done = completed(backend);
      Message seen = ends.nextMessage(LONG);
      assertThat(seen.getSubject()).isEqualTo("wb.job.acme.work.completed");
      assertThat(seen.getHeaders().getFirst("Waybill-Job-Id")).isEqualTo(done.id().toString());
      assertThat(new String(seen.getData(), StandardCharsets.UTF_8))
          .startsWith("{\"id\":\"" + done.id() + "\",\"tenant\":\"acme\",\"queue\":\"work\"")
          .contains("\"state\":\"completed\"", "\"payload\":\"some work\"", "\"result\":{\"n\":1}");
    }
  }

  @Test
  void the_age_of_the_history_follows_the_longest_retention() throws Exception {
    try (NatsServer server = NatsServer.start();
        NatsLink link = server.link();
        NatsBackend backend = open(server.url())) {
      backend.jobs().prune(Retention.DEFAULT, 1);
      assertThat(
              link.management().getStreamInfo(HistoryStream.STREAM).getConfiguration().getMaxAge())
          .isEqualTo(Duration.ofDays(15));
    }
  }

  private static Job completed(NatsBackend backend) {
    backend.jobs().append(List.of(draft()));
    Job leased = backend.jobs().lease(take(1, LONG)).getFirst();
    backend.jobs().apply(List.of(Transitions.completed(lease(leased), Payload.of("{\"n\":1}"))));
    return leased;
  }

  private NatsServer configured(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("nats.conf"), text + "\n");
    return NatsServer.start("-c", file.toString());
  }

  private NatsBackend open(String url) {
    return (NatsBackend)
        new NatsProvider()
            .open(
                StoreAddress.of(URI.create(url + "?path=" + folder.resolve("local"))), settings());
  }

  private Settings settings() {
    return Settings.DEFAULT.withClock(clock);
  }

  private static Draft draft() {
    return Drafts.draft(
        "acme", NewJob.builder("demo").queue(QUEUE.queue()).payload("some work").build());
  }

  private static LeaseQuery take(int max, Duration patience) {
    return new LeaseQuery(QUEUE, "w", max, LONG, patience);
  }

  private static LeaseKey lease(Job job) {
    return new LeaseKey(key(job), job.attempt());
  }

  private static JobKey key(Job job) {
    return new JobKey(job.tenant(), job.id());
  }
}
