package dev.waybill.backend.nats;

import static dev.waybill.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.Settings;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Take;
import dev.waybill.testkit.Drafts;
import dev.waybill.testkit.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The broker is killed, started again, and stands still, while two servers enqueue and work.
@Timeout(180)
final class BrokerRestartTest {

  private static final QueueKey QUEUE = new QueueKey("tenant", "work");
  private static final Duration HOLD = Duration.ofMinutes(5);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<JobId> accepted = ConcurrentHashMap.newKeySet();
  private final Map<JobId, Integer> completions = new ConcurrentHashMap<>();
  private final AtomicBoolean enough = new AtomicBoolean();
  private final Semaphore progress = new Semaphore(0);
  private NatsServer server;
  private final List<NatsLink> links = new ArrayList<>();
  private final List<NatsJobStore> stores = new ArrayList<>();

  @BeforeEach
  void open() {
    server = NatsServer.start();
    for (int n = 0; n < 2; n++) {
      NatsLink link = server.link();
      links.add(link);
      stores.add(new NatsJobStore(link, Settings.DEFAULT));
    }
  }

  @AfterEach
  void close() {
    stores.forEach(NatsJobStore::close);
    links.forEach(NatsLink::close);
    server.close();
    threads.shutdownNow();
  }

  @Test
  @Promise({"E1", "E3", "L1", "S1"})
  void nothing_acknowledged_is_lost_or_done_twice_when_the_broker_is_killed() throws Exception {
    underLoad(
        () -> {
          server.kill();
          server.restart();
        });
  }

  @Test
  @Promise({"E1", "E3", "L1", "S1"})
  void nothing_acknowledged_is_lost_or_done_twice_when_the_broker_stands_still() throws Exception {
    underLoad(
        () -> {
          server.pause();
          awaitNothingHappens();
          server.resume();
        });
  }

  @Test
  @Promise({"L1", "V1"})
  void a_server_hears_of_the_others_again_after_the_broker_was_away_for_long() {
    Take patient = new Take(QUEUE, "w", 1, HOLD, Duration.ofSeconds(30));
    server.kill();
    awaitNothingHappens();
    server.restart();
    for (int round = 0; round < 3; round++) {
      Draft draft = Drafts.draft("tenant", NewJob.builder("demo").queue("work").build());
      assertThat(stores.getFirst().append(List.of(draft))).hasSize(1);
      assertThat(stores.getLast().lease(patient)).hasSize(1);
    }
  }

  private void underLoad(Runnable disaster) throws Exception {
    List<Future<?>> load = new ArrayList<>();
    for (NatsJobStore store : stores) {
      for (int n = 0; n < 4; n++) {
        load.add(threads.submit(() -> enqueue(store)));
        load.add(threads.submit(() -> work(store)));
      }
    }
    for (int round = 0; round < 3; round++) {
      awaitProgress(200);
      disaster.run();
    }
    awaitProgress(200);
    enough.set(true);
    for (Future<?> one : load) {
      one.get();
    }
    stores.forEach(this::assertAllDone);
    assertThat(completions.values()).allMatch(times -> times == 1);
  }

  private void enqueue(JobStore store) {
    while (!enough.get()) {
      Draft draft = Drafts.draft("tenant", NewJob.builder("demo").queue("work").build());
      try {
        if (store.append(List.of(draft)).getFirst() instanceof Appended.New made) {
          accepted.add(made.job().id());
          progress.release();
        }
      } catch (WaybillException unknown) {
        assertThat(unknown.code().isRetryable()).isTrue();
      }
    }
  }

  /// Goes on until nothing is left after the last job was accepted.
  private void work(JobStore store) {
    boolean last = false;
    while (!last) {
      last = enough.get();
      List<Job> leased = store.lease(new Take(QUEUE, "w", 5, HOLD, Duration.ofSeconds(2)));
      for (Job job : leased) {
        complete(store, job);
      }
      last = last && leased.isEmpty();
    }
  }

  private void complete(JobStore store, Job job) {
    LeaseKey lease = new LeaseKey(new JobKey(job.tenant(), job.id()), job.attempt());
    Applied answer = store.apply(List.of(Transitions.completed(lease, Payload.empty()))).getFirst();
    assertThat(answer).isEqualTo(new Applied.Done(State.COMPLETED));
    completions.merge(job.id(), 1, Integer::sum);
    progress.release();
  }

  private void assertAllDone(JobStore store) {
    eventually(() -> assertThat(store.stats(QUEUE).waiting()).isZero());
    eventually(() -> assertThat(store.stats(QUEUE).running()).isZero());
    assertThat(completions.keySet()).containsAll(accepted);
    assertThat(accepted)
        .allSatisfy(
            id ->
                assertThat(store.find(new JobKey("tenant", id)).orElseThrow().state())
                    .isEqualTo(State.COMPLETED));
  }

  private void awaitProgress(int steps) throws InterruptedException {
    progress.drainPermits();
    assertThat(progress.tryAcquire(steps, 60, TimeUnit.SECONDS)).isTrue();
  }

  /// Longer than a question is waited for before it is asked again.
  private void awaitNothingHappens() {
    progress.drainPermits();
    try {
      assertThat(progress.tryAcquire(10_000, 6, TimeUnit.SECONDS)).isFalse();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
