package dev.waybill.backend.nats;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Payload;
import dev.waybill.QueueStats;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.job.Drafts;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
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
import java.util.function.Supplier;

/// Callers that enqueue and workers that complete, on several servers, with the answers they got.
final class Load implements AutoCloseable {

  static final QueueKey QUEUE = new QueueKey("tenant", "work");
  static final Duration LEASE_DURATION = Duration.ofMinutes(5);

  private static final int THREADS_EACH = 4;

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<JobId> accepted = ConcurrentHashMap.newKeySet();
  private final Map<JobId, Integer> completions = new ConcurrentHashMap<>();
  private final AtomicBoolean enough = new AtomicBoolean();
  private final Semaphore progress = new Semaphore(0);
  private final List<? extends JobStore> stores;
  private final List<Future<?>> running = new ArrayList<>();

  Load(List<? extends JobStore> stores) {
    this.stores = stores;
    for (JobStore store : stores) {
      for (int n = 0; n < THREADS_EACH; n++) {
        String worker = "w" + running.size();
        running.add(threads.submit(() -> enqueue(store)));
        running.add(threads.submit(() -> work(store, worker)));
      }
    }
  }

  /// Returns when that many more steps were acknowledged.
  void awaitProgress(int steps) {
    progress.drainPermits();
    assertThat(acquired(steps, Duration.ofSeconds(60))).as("progress").isTrue();
  }

  /// Returns when nothing was acknowledged for some time.
  void awaitStandstill(Duration patience) {
    progress.drainPermits();
    assertThat(acquired(10_000, patience)).as("much progress").isFalse();
  }

  private boolean acquired(int steps, Duration patience) {
    try {
      return progress.tryAcquire(steps, patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /// Lets all callers finish and checks that every accepted job was completed once.
  void assertEveryJobCompletedOnce() throws Exception {
    enough.set(true);
    for (Future<?> one : running) {
      one.get();
    }
    assertThat(completions.keySet()).containsAll(accepted);
    assertThat(completions.values()).allMatch(times -> times == 1);
    stores.forEach(this::assertAllDone);
  }

  private void assertAllDone(JobStore store) {
    eventually(() -> assertThat(store.stats(QUEUE).waiting()).isZero());
    eventually(() -> assertThat(store.stats(QUEUE).running()).isZero());
    // A server that has just become the leader may answer before it has applied the last writes.
    accepted.forEach(id -> eventually(() -> assertCompleted(store, id)));
  }

  private static void assertCompleted(JobStore store, JobId id) {
    JobKey key = new JobKey(QUEUE.tenant(), id);
    assertThat(store.find(key).orElseThrow().state())
        .as(() -> "job " + id + " after " + store.attempts(key))
        .isEqualTo(State.COMPLETED);
  }

  /// The number of accepted jobs.
  int accepted() {
    return accepted.size();
  }

  static Draft draft() {
    return Drafts.draft(QUEUE.tenant(), NewJob.builder("demo").queue(QUEUE.queue()).build());
  }

  private void enqueue(JobStore store) {
    while (!enough.get()) {
      try {
        if (store.append(List.of(draft())).getFirst() instanceof Appended.New made) {
          accepted.add(made.id());
          progress.release();
        }
      } catch (WaybillException unknown) {
        assertThat(unknown.code().isRetryable()).isTrue();
      }
    }
  }

  /// Continues until nothing is left after the last job was accepted. A lease without an answer may
  /// have been applied; its job returns when the lease expires.
  private void work(JobStore store, String worker) {
    boolean last = false;
    while (!last) {
      boolean noMore = enough.get();
      List<Job> leased =
          untilAnswered(
              () ->
                  store.lease(
                      new LeaseQuery(QUEUE, worker, 5, LEASE_DURATION, Duration.ofSeconds(3))));
      leased.forEach(job -> complete(store, job));
      if (leased.isEmpty()) {
        untilAnswered(() -> store.apply(store.overdue(100).stream().map(Load::lapsed).toList()));
      }
      last = noMore && leased.isEmpty() && isEmpty(store.stats(QUEUE));
    }
  }

  private static Step lapsed(Job job) {
    return Transitions.lapsed(job, RetryPolicy.DEFAULT, 0);
  }

  private static boolean isEmpty(QueueStats stats) {
    return stats.waiting() + stats.running() + stats.scheduled() == 0;
  }

  /// A worker without an answer repeats the settlement, and may get the answer that it is already
  /// done.
  private void complete(JobStore store, Job job) {
    JobKey key = new JobKey(job.tenant(), job.id());
    Step done = Transitions.completed(new LeaseKey(key, job.attempt()), Payload.empty());
    AtomicBoolean asked = new AtomicBoolean();
    AtomicBoolean askedTwice = new AtomicBoolean();
    Applied answer =
        untilAnswered(
            () -> {
              askedTwice.set(asked.getAndSet(true));
              return store.apply(List.of(done)).getFirst();
            });
    if (!askedTwice.get()) {
      assertThat(answer)
          .as(() -> job + "\nstands as " + store.find(key) + "\nafter " + store.attempts(key))
          .isEqualTo(new Applied.Done(State.COMPLETED));
    }
    completions.merge(job.id(), 1, Integer::sum);
    progress.release();
  }

  /// Repeats the call if the broker was down for longer than the store waits.
  private static <T> T untilAnswered(Supplier<T> question) {
    while (true) {
      try {
        return question.get();
      } catch (WaybillException unanswered) {
        assertThat(unanswered.code()).as(unanswered.toString()).isEqualTo(Code.UNAVAILABLE);
      }
    }
  }

  @Override
  public void close() {
    enough.set(true);
    threads.shutdownNow();
  }
}
