package dev.waybill.backend.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.Fact;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Ledger;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The connection is cut between a command and its answer: the server has executed the command, and
/// the store finds that out.
class LostAnswersTest {

  private static final Duration LONG = Duration.ofMinutes(10);

  private static RedisServer server;

  private final String tenant = Drafts.freshTenant();
  private CuttingProxy proxy;
  private RedisBackend backend;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @BeforeEach
  void openThroughTheProxy() {
    proxy = new CuttingProxy(server.port());
    backend =
        RedisBackend.open(
            server
                .config()
                .withServers(List.of(proxy.address()))
                .withPrefix("t" + UUID.randomUUID()),
            Settings.DEFAULT);
  }

  @AfterEach
  void close() {
    assertThat(proxy.cuts()).isPositive();
    backend.close();
    proxy.close();
  }

  private JobStore jobs() {
    return backend.jobs();
  }

  private Draft draft() {
    return Drafts.draft(tenant, NewJob.builder("demo").queue("q").requestId("r").build());
  }

  private LeaseQuery query(int max) {
    return new LeaseQuery(new QueueKey(tenant, "q"), "w", max, LONG, Duration.ZERO);
  }

  private Job leased() {
    jobs().append(List.of(draft()));
    return jobs().lease(query(1)).getFirst();
  }

  private static JobKey key(Job job) {
    return new JobKey(job.tenant(), job.id());
  }

  private static Step step(Job job, State to) {
    return Step.builder(new LeaseKey(key(job), job.attempt()), State.RUNNING, to)
        .ending(Attempt.Ending.COMPLETED)
        .build();
  }

  @Test
  void a_job_whose_answer_was_lost_is_new_and_stored_once() {
    proxy.cutNext(2, "_append");
    assertThat(jobs().append(List.of(draft())).getFirst()).isInstanceOf(Appended.New.class);
    assertThat(jobs().lease(query(10))).hasSize(1);
  }

  @Test
  void a_lease_whose_answer_was_lost_returns_the_same_jobs() {
    jobs().append(List.of(draft()));
    proxy.cutNext(2, "_lease");
    List<Job> jobs = jobs().lease(query(10));
    assertThat(jobs).hasSize(1);
    assertThat(jobs.getFirst().attempt()).isEqualTo(1);
    assertThat(jobs().attempts(key(jobs.getFirst()))).hasSize(1);
  }

  @Test
  void a_step_whose_answer_was_lost_is_done_and_applied_once() {
    Job job = leased();
    proxy.cutNext(2, "_apply");
    assertThat(jobs().apply(List.of(step(job, State.COMPLETED))))
        .containsExactly(new Applied.Done(State.COMPLETED));
    assertThat(jobs().find(key(job)).orElseThrow().state()).isEqualTo(State.COMPLETED);
  }

  @Test
  void a_step_of_another_caller_is_stale_even_if_it_is_the_same() {
    Job job = leased();
    proxy.cutNext(1, "_apply");
    jobs().apply(List.of(step(job, State.COMPLETED)));
    assertThat(jobs().apply(List.of(step(job, State.COMPLETED))))
        .containsExactly(new Applied.Stale());
  }

  @Test
  void an_extension_whose_answer_was_lost_is_held() {
    Job job = leased();
    proxy.cutNext(1, "_extend");
    assertThat(jobs().extend(List.of(new LeaseKey(key(job), 1)), LONG).getFirst())
        .isInstanceOf(LeaseExtension.Held.class);
  }

  @Test
  void events_whose_answer_was_lost_are_stored_once() {
    Job job = leased();
    proxy.cutNext(1, "_publish");
    jobs().publish(new LeaseKey(key(job), 1), List.of(NewEvent.of(1, "a", "1")));
    assertThat(jobs().read(new EventQuery(key(job), EventCursor.START, 10, Duration.ZERO)).events())
        .hasSize(1);
  }

  @Test
  void a_deletion_whose_answer_was_lost_returns_the_job() {
    Job job = leased();
    jobs().apply(List.of(step(job, State.COMPLETED)));
    proxy.cutNext(1, "_erase");
    assertThat(jobs().delete(key(job))).isInstanceOf(Deleted.Done.class);
    assertThat(jobs().find(key(job))).isEmpty();
  }

  @Test
  void pruned_jobs_whose_answer_was_lost_are_reported() {
    Job job = leased();
    jobs().apply(List.of(step(job, State.COMPLETED)));
    Retention none =
        new Retention(
            Duration.ofMillis(-1), LONG, LONG, LONG, Duration.ofMillis(-1), Duration.ZERO);
    proxy.cutNext(1, "_erase");
    assertThat(jobs().prune(none, 10)).extracting("job").containsExactly(key(job));
  }

  @Test
  void a_fact_whose_answer_was_lost_is_applied_and_not_a_duplicate() {
    Fact fact =
        Fact.of(new LedgerKey(tenant, "kind", "1"), 1, "made", Instant.EPOCH, Payload.of("x"));
    proxy.cutNext(2, "_record");
    assertThat(backend.ledger().record(List.of(fact))).containsExactly(Ledger.Answer.APPLIED);
    assertThat(backend.ledger().record(List.of(fact))).containsExactly(Ledger.Answer.DUPLICATE);
  }

  @Test
  void a_blob_whose_answer_was_lost_is_stored_and_its_name_is_taken() {
    proxy.cutNext(1, "$2\r\nNX");
    assertThat(backend.blobs().put(tenant, "b", new byte[] {1, 2})).isTrue();
    assertThat(backend.blobs().put(tenant, "b", new byte[] {3})).isFalse();
    assertThat(backend.blobs().get(tenant, "b")).contains(new byte[] {1, 2});
  }

  @Test
  void a_deletion_of_a_blob_whose_answer_was_lost_says_that_it_was_deleted() {
    backend.blobs().put(tenant, "b", new byte[] {1, 2});
    proxy.cutNext(1, LostAnswersTest::deletesAnEntry);
    assertThat(backend.blobs().delete(tenant, "b")).isTrue();
    assertThat(backend.blobs().delete(tenant, "b")).isFalse();
  }

  private static boolean deletesAnEntry(String command) {
    return command.contains("_drop") || (command.contains("UNLINK") && command.contains("entry"));
  }

  @Test
  void all_parts_of_a_large_blob_are_deleted_if_an_answer_is_lost() {
    int parts = 130;
    backend.blobs().put(tenant, "b", new byte[parts * RedisBlobStore.PART_BYTES]);
    long before = size();
    proxy.cutNext(1, command -> command.contains("UNLINK") && command.contains(":63\r\n"));
    assertThat(backend.blobs().delete(tenant, "b")).isTrue();
    assertThat(before - size()).isGreaterThanOrEqualTo(parts + 1);
  }

  private long size() {
    AtomicLong size = new AtomicLong();
    RedisCluster.on(server, redis -> size.set(redis.dbsize()));
    return size.get();
  }
}
