package dev.waybill.engine;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.EventReader;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.feed.LiveFeed;
import dev.waybill.engine.feed.RecentEvents;
import dev.waybill.engine.feed.SharedTail;
import dev.waybill.engine.feed.Tails;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Backend;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Many readers of one job on the embedded store.
@Timeout(120)
class EventFanOutTest {

  private static final EventCursor BEYOND_ALL = new EventCursor(Integer.MAX_VALUE, 0);

  @TempDir Path folder;
  private final Set<Thread> started = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newThreadPerTaskExecutor(this::thread);
  private Waybill waybill;
  private CountingStore store;
  private Tails tails;
  private JobKey job;
  private Lease lease;

  @BeforeEach
  void open() {
    Backend backend = EngineOpener.backend(folder.toUri(), Settings.DEFAULT);
    waybill = EngineOpener.over(backend, Settings.DEFAULT);
    store = new CountingStore(backend.jobs());
    tails = new Tails(store);
    JobId id = waybill.enqueue(NewJob.builder("talk").build()).id();
    job = new JobKey(Waybill.DEFAULT_TENANT, id);
    lease =
        waybill
            .lease(
                LeaseRequest.of("default", "worker")
                    .withLeaseDuration(Duration.ofMinutes(10))
                    .withPatience(Duration.ofSeconds(5)))
            .getFirst();
  }

  @AfterEach
  void close() {
    waybill.close();
    threads.shutdownNow();
  }

  @Test
  @Promise("V1")
  void many_readers_get_every_event_once_and_in_order() throws Exception {
    List<Future<List<Long>>> readers = readers(50, EventCursor.START);
    publish(1, 3_000, 7);
    done();
    assertAllSaw(readers, 1, 3_000);
  }

  @Test
  void readers_at_the_same_cursor_share_reads_of_the_store() throws Exception {
    List<Future<List<Long>>> readers = readers(200, EventCursor.START);
    eventually(() -> assertThat(store.waiting.get()).isEqualTo(1));
    publish(1, 500, 10);
    done();
    assertAllSaw(readers, 1, 500);
    assertThat(store.reads.get()).isLessThan(200);
  }

  @Test
  void ten_thousand_readers_of_one_job_get_all_events() throws Exception {
    List<Future<List<Long>>> readers = readers(10_000, EventCursor.START);
    eventually(() -> assertThat(store.waiting.get()).isEqualTo(1));
    publish(1, 20, 1);
    done();
    assertAllSaw(readers, 1, 20);
    assertNothingIsLeft();
  }

  @Test
  @Promise({"V1", "V2"})
  void a_slow_reader_catches_up_from_the_store_without_loss() throws Exception {
    try (EventReader slow = feed(EventCursor.START).open()) {
      List<Future<List<Long>>> quick = readers(3, EventCursor.START);
      publish(1, 1, 1);
      List<Long> seen = sequences(slow.next());
      publish(2, 3 * RecentEvents.EVENTS, 500);
      done();
      assertAllSaw(quick, 1, 3 * RecentEvents.EVENTS);
      seen.addAll(rest(slow));
      assertThat(seen).isEqualTo(range(1, 3 * RecentEvents.EVENTS));
    }
    assertNothingIsLeft();
  }

  @Test
  @Promise("V2")
  void buffered_events_are_limited_in_bytes() throws Exception {
    try (EventReader reader = feed(EventCursor.START).open()) {
      Payload large = Payload.of(new byte[60_000]);
      for (int from = 1; from <= 200; from += 20) {
        List<NewEvent> some =
            IntStream.range(from, from + 20)
                .mapToObj(n -> new NewEvent(n, "large", null, large))
                .toList();
        waybill.publish(lease.token(), some);
      }
      done();
      int seen = 0;
      for (List<JobEvent> batch = reader.next(); !batch.isEmpty(); batch = reader.next()) {
        seen += batch.size();
        assertThat(batch.stream().mapToInt(RecentEvents::weight).sum())
            .isLessThanOrEqualTo(SharedTail.BATCH_BYTES + 64 * 1024);
        assertThat(tails.bytes()).isBetween(1L, (long) RecentEvents.BYTES);
      }
      assertThat(seen).isEqualTo(200);
    }
    assertNothingIsLeft();
  }

  @Test
  @Promise("V2")
  void a_silent_job_uses_no_memory_for_its_readers() throws Exception {
    List<Future<List<Long>>> readers = readers(3, EventCursor.START);
    publish(1, 10, 10);
    eventually(() -> assertThat(tails.bytes()).isPositive());
    eventually(() -> assertThat(tails.bytes()).isZero());
    assertThat(tails.size()).isEqualTo(1);
    publish(11, 20, 10);
    done();
    assertAllSaw(readers, 1, 20);
  }

  @Test
  void a_reader_that_waits_for_the_end_does_not_hide_events_from_others() throws Exception {
    List<Future<List<Long>>> patient = readers(1, BEYOND_ALL);
    eventually(() -> assertThat(store.waiting.get()).isEqualTo(1));
    List<Future<List<Long>>> readers = readers(5, EventCursor.START);
    eventually(() -> assertThat(store.waiting.get()).isEqualTo(2));
    publish(1, 100, 3);
    done();
    assertAllSaw(readers, 1, 100);
    assertThat(patient.getFirst().get()).isEmpty();
  }

  @Test
  void another_reader_takes_over_when_the_waiting_reader_leaves() throws Exception {
    List<Future<List<Long>>> first = readers(1, EventCursor.START);
    eventually(() -> assertThat(store.waiting.get()).isEqualTo(1));
    List<Future<List<Long>>> others = readers(5, EventCursor.START);
    eventually(() -> assertThat(started).hasSize(6).allMatch(EventFanOutTest::standsStill));
    first.getFirst().cancel(true);
    publish(1, 10, 1);
    done();
    assertAllSaw(others, 1, 10);
    assertNothingIsLeft();
  }

  @Test
  void an_interrupted_reader_fails_and_is_removed() throws Exception {
    List<Future<List<Long>>> leader = readers(1, EventCursor.START);
    eventually(() -> assertThat(store.waiting.get()).isEqualTo(1));
    CountDownLatch told = new CountDownLatch(1);
    Thread reader =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    feed(EventCursor.START).forEach(_ -> {});
                  } catch (WaybillException ended) {
                    assertThat(ended.code()).isEqualTo(Code.INTERRUPTED);
                    told.countDown();
                  }
                });
    reader.interrupt();
    told.await();
    leader.getFirst().cancel(true);
    assertNothingIsLeft();
  }

  @Test
  void an_abandoned_iteration_leaves_nothing_behind() {
    publish(1, 600, 600);
    Iterator<JobEvent> given = feed(EventCursor.START).iterator();
    assertThat(given.next().sequence()).isEqualTo(1);
    assertNothingIsLeft();
  }

  @Test
  void a_store_failure_reaches_all_waiting_readers() throws Exception {
    List<Future<List<Long>>> readers = readers(20, EventCursor.START);
    eventually(() -> assertThat(store.waiting.get()).isEqualTo(1));
    waybill.close();
    for (Future<List<Long>> reader : readers) {
      eventually(() -> assertThat(reader.state()).isEqualTo(Future.State.FAILED));
      assertThat(reader.exceptionNow())
          .isInstanceOfSatisfying(
              WaybillException.class, e -> assertThat(e.code()).isEqualTo(Code.CLOSED));
    }
    assertNothingIsLeft();
  }

  private Thread thread(Runnable task) {
    Thread thread = Thread.ofVirtual().unstarted(task);
    started.add(thread);
    return thread;
  }

  private static boolean standsStill(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING -> true;
      case NEW, RUNNABLE, BLOCKED, TERMINATED -> false;
    };
  }

  private LiveFeed feed(EventCursor after) {
    return new LiveFeed(tails, job, after);
  }

  private List<Future<List<Long>>> readers(int count, EventCursor after) {
    return IntStream.range(0, count).mapToObj(_ -> threads.submit(() -> readAll(after))).toList();
  }

  private List<Long> readAll(EventCursor after) {
    try (EventReader reader = feed(after).open()) {
      return rest(reader);
    }
  }

  private static List<Long> rest(EventReader reader) {
    List<Long> seen = new ArrayList<>();
    for (List<JobEvent> batch = reader.next(); !batch.isEmpty(); batch = reader.next()) {
      seen.addAll(sequences(batch));
    }
    return seen;
  }

  private void publish(int from, int to, int perCall) {
    for (int n = from; n <= to; n += perCall) {
      int end = Math.min(to, n + perCall - 1);
      List<NewEvent> events =
          IntStream.rangeClosed(n, end).mapToObj(i -> NewEvent.of(i, "step", "e" + i)).toList();
      waybill.publish(lease.token(), events);
    }
  }

  private void done() {
    waybill.settle(lease.token(), Outcome.done());
  }

  private static List<Long> sequences(List<JobEvent> events) {
    return new ArrayList<>(events.stream().map(JobEvent::sequence).toList());
  }

  private static List<Long> range(int from, int to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }

  private static void assertAllSaw(List<Future<List<Long>>> readers, int from, int to)
      throws Exception {
    for (Future<List<Long>> reader : readers) {
      assertThat(reader.get()).isEqualTo(range(from, to));
    }
  }

  private void assertNothingIsLeft() {
    eventually(
        () -> {
          assertThat(tails.size()).isZero();
          assertThat(tails.bytes()).isZero();
          assertThat(store.waiting.get()).isZero();
        });
  }

  /// Counts reads, and current waiting reads.
  private static final class CountingStore extends ForwardingJobStore {

    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();

    private CountingStore(JobStore good) {
      super(good);
    }

    @Override
    public EventsRead read(EventQuery query) {
      reads.incrementAndGet();
      int patient = query.patience().isZero() ? 0 : 1;
      waiting.addAndGet(patient);
      try {
        return super.read(query);
      } finally {
        waiting.addAndGet(-patient);
      }
    }
  }
}
