package dev.waybill.backend.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Appended;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.Fact;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LedgerKey;
import dev.waybill.spi.QueueKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Old segments are dropped after their live jobs were copied forward, without effect on callers.
@Timeout(180)
class CompactionTest {

  private static final int SMALL_SEGMENT = 256 << 10;
  private static final int BATCH = 200;
  private static final String WAITING = "waiting";

  private Path folder;
  private FolderFiles files;
  private StoreDriver store;

  @BeforeEach
  void open() throws IOException {
    folder = FolderFiles.temporary();
    files = new FolderFiles(folder);
    store = new StoreDriver(folder, SMALL_SEGMENT).open();
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    FolderFiles.delete(folder);
  }

  @Test
  @Promise({"E1", "E3", "L4"})
  void the_log_stays_short_and_waiting_jobs_keep_their_order_and_payload() throws IOException {
    List<Job> waiting = new ArrayList<>();
    for (int n = 0; n < 500; n++) {
      waiting.add(store.enqueue(waitingJob(n)));
    }
    int most = 0;
    for (int round = 0; round < 20_000 / BATCH; round++) {
      churn();
      most = Math.max(most, files.segments().size());
    }
    awaitDropOfSegment(20);
    assertThat(most).as("most segments at a time").isLessThan(40);

    store.crashAndReopen();

    assertThat(files.segments()).as("segments in the end").hasSizeLessThan(12);
    QueueKey queue = new QueueKey(StoreDriver.TENANT, WAITING);
    List<Job> given = store.jobs().lease(StoreDriver.take(queue, 1_000, Duration.ZERO));
    assertThat(given).extracting(Job::id).isEqualTo(waiting.stream().map(Job::id).toList());
    assertThat(given)
        .extracting(Job::payload)
        .isEqualTo(waiting.stream().map(Job::payload).toList());
  }

  @Test
  @Promise({"E1", "E2", "L1", "S3", "V1"})
  void live_jobs_survive_the_drop_of_their_segment_and_a_crash() throws IOException {
    store.enqueueMany("leased ", 3);
    List<Job> leased = store.lease(3);
    Job cancelled = leased.get(1);
    store.apply(Transitions.cancelled(store.find(cancelled)).orElseThrow());
    store
        .jobs()
        .publish(StoreDriver.leaseOf(leased.get(2)), List.of(NewEvent.of(7, "half", "way")));
    QueueKey paused = new QueueKey(StoreDriver.TENANT, "paused");
    store.jobs().pause(paused, true);
    Job known = store.enqueue(waitingJob(1).requestId("once"));
    Fact fact = fact("first");
    store.backend().ledger().record(List.of(fact));
    long position = store.facts().getLast().position();

    for (int life = 0; life < 2; life++) {
      churnUntilSegmentIsDropped(3 + 10 * life);
      store.crashAndReopen();
    }

    assertThat(kept(leased.get(0)).cancelRequested()).isFalse();
    assertThat(kept(cancelled).cancelRequested()).isTrue();
    assertThat(store.find(leased.get(0)).progress().worker()).isEqualTo("worker");
    assertThat(store.jobs().publish(StoreDriver.leaseOf(leased.get(2)), events(7, 8)))
        .isEqualTo(new EventsStored.Events(1, 1));
    assertThat(store.jobs().stats(paused).paused()).isTrue();
    assertThat(again(known)).isInstanceOf(Appended.Duplicate.class);
    assertThat(store.backend().ledger().record(List.of(fact("second"), fact)))
        .containsExactly(
            dev.waybill.spi.Ledger.Answer.STALE, dev.waybill.spi.Ledger.Answer.DUPLICATE);
    assertThat(store.facts().getLast().position()).isEqualTo(position + 1);
  }

  @Test
  @Promise({"E1", "L1"})
  void leasing_and_reading_continue_while_segments_are_dropped() throws Exception {
    List<Job> waiting = new ArrayList<>();
    for (int n = 0; n < 200; n++) {
      waiting.add(store.enqueue(waitingJob(n)));
    }
    AtomicBoolean enough = new AtomicBoolean();
    CompletableFuture<Integer> finding = Calls.start(() -> findAllUntil(enough, waiting));
    CompletableFuture<Integer> leasing = Calls.start(() -> leaseAndReleaseUntil(enough));

    churnUntilSegmentIsDropped(15);
    enough.set(true);

    assertThat(finding.get(60, TimeUnit.SECONDS)).as("times found").isPositive();
    assertThat(leasing.get(60, TimeUnit.SECONDS)).as("times leased").isPositive();
  }

  private int findAllUntil(AtomicBoolean enough, List<Job> waiting) {
    int found = 0;
    while (!enough.get()) {
      for (Job job : waiting) {
        assertThat(store.find(job).payload()).isEqualTo(job.payload());
        found++;
      }
    }
    return found;
  }

  private int leaseAndReleaseUntil(AtomicBoolean enough) {
    QueueKey queue = new QueueKey(StoreDriver.TENANT, WAITING);
    int leased = 0;
    while (!enough.get()) {
      List<Job> given = store.jobs().lease(StoreDriver.take(queue, 10, Duration.ZERO));
      assertThat(given).hasSize(10);
      given.forEach(job -> store.settle(job, new dev.waybill.Outcome.Release()));
      leased += given.size();
    }
    return leased;
  }

  private static dev.waybill.NewJob.Builder waitingJob(int n) {
    return StoreDriver.newJob("waiting " + n + "w".repeat(200)).queue(WAITING);
  }

  private void churn() {
    store.enqueueMany("churn ", BATCH);
    store.complete(store.lease(BATCH), "ok");
  }

  private void churnUntilSegmentIsDropped(int number) throws IOException {
    for (int round = 0; oldestSegment() <= number; round++) {
      assertThat(round).as("rounds until segment %d is dropped", number).isLessThan(2_000);
      churn();
    }
  }

  /// The store cleans up by itself; each call triggers a step.
  private void awaitDropOfSegment(int number) throws IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (oldestSegment() <= number) {
      assertThat(System.nanoTime()).as("segment %d is still there", number).isLessThan(end);
      store.jobs().stats(StoreDriver.QUEUE);
    }
  }

  private long oldestSegment() throws IOException {
    String name = files.segments().getFirst().getFileName().toString();
    return Long.parseLong(name.substring(0, name.indexOf('.')), 16);
  }

  private LeaseExtension.Held kept(Job leased) {
    return (LeaseExtension.Held)
        store.jobs().extend(List.of(StoreDriver.leaseOf(leased)), StoreDriver.LONG).getFirst();
  }

  private static List<NewEvent> events(long... sequences) {
    return java.util.Arrays.stream(sequences).mapToObj(n -> NewEvent.of(n, "half", "way")).toList();
  }

  private Appended again(Job known) {
    return store
        .jobs()
        .append(List.of(Drafts.draft(StoreDriver.TENANT, known.request())))
        .getFirst();
  }

  private Fact fact(String type) {
    LedgerKey key = new LedgerKey(StoreDriver.TENANT, "thing", "1");
    return new Fact(
        key, 1, type, "state", 1, 0, store.clock().instant(), dev.waybill.Payload.of(type));
  }
}
