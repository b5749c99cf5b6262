package dev.waybill.client;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.conformance.Promise;
import dev.waybill.worker.Handler;
import dev.waybill.worker.Worker;
import dev.waybill.worker.WorkerBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A worker that is connected to a server.
@Timeout(180)
final class RemoteWorkerTest {

  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  private @TempDir Path folder;
  private Served served;
  private Waybill remote;

  @BeforeEach
  void connect() {
    served = Served.in(folder);
    remote = served.connect();
  }

  @AfterEach
  void close() {
    remote.close();
    served.close();
  }

  @Test
  void a_job_runs_and_its_result_is_stored() {
    JobId id = remote.enqueue(NewJob.of("type", "world")).id();
    Handler handler =
        task -> {
          task.publish("step", "half");
          return Outcome.done("hello " + task.text());
        };
    try (Worker _ = worker().handle("type", handler).start()) {
      awaitState(id, State.COMPLETED);
    }
    assertThat(find(id).result()).contains(Payload.of("hello world"));
    assertThat(remote.events(id, dev.waybill.EventCursor.START, 10)).hasSize(1);
  }

  @Test
  @Promise("S2")
  void a_failing_job_is_retried_and_ends_dead() {
    RetryPolicy twice =
        RetryPolicy.DEFAULT.withMaxErrors(2).withDelays(Duration.ZERO, 1, Duration.ZERO);
    JobId id = remote.enqueue(NewJob.builder("type").retry(twice).build()).id();
    Handler handler =
        _ -> {
          throw new IllegalStateException("no luck");
        };
    try (Worker _ = worker().handle("type", handler).start()) {
      awaitState(id, State.DEAD);
    }
    assertThat(remote.attempts(id))
        .extracting(Attempt::ending)
        .containsExactly(Attempt.Ending.ERROR, Attempt.Ending.ERROR);
  }

  @Test
  @Promise("L1")
  void the_lease_of_a_long_job_is_extended() {
    JobId id = remote.enqueue(NewJob.of("type", "")).id();
    try (Worker _ =
        worker().leaseDuration(Duration.ofSeconds(1)).handle("type", this::waitForEnd).start()) {
      await(started);
      var first = Objects.requireNonNull(find(id).progress().leaseUntil());
      eventually(() -> assertThat(find(id).progress().leaseUntil()).isAfter(first.plusSeconds(2)));
      end.countDown();
      awaitState(id, State.COMPLETED);
    }
    assertThat(remote.attempts(id)).hasSize(1);
  }

  @Test
  @Promise("S3")
  void canceling_a_job_interrupts_its_handler() {
    JobId id = remote.enqueue(NewJob.of("type", "")).id();
    try (Worker _ =
        worker().leaseDuration(Duration.ofSeconds(1)).handle("type", this::waitForEnd).start()) {
      await(started);
      remote.cancel(id);
      awaitState(id, State.CANCELLED);
    }
  }

  @Test
  @Promise("L3")
  void closing_releases_running_jobs_without_counting_an_error() {
    JobId id = remote.enqueue(NewJob.builder("type").retry(RetryPolicy.never()).build()).id();
    Worker worker = worker().handle("type", this::waitForEnd).start();
    await(started);
    worker.close(Duration.ZERO);
    eventually(() -> assertThat(find(id).state()).isEqualTo(State.QUEUED));
    assertThat(find(id).progress().errors()).isZero();
    assertThat(find(id).progress().crashes()).isZero();
    assertThat(remote.attempts(id))
        .extracting(Attempt::ending)
        .containsOnly(Attempt.Ending.RELEASED);
  }

  @Test
  @Promise("S1")
  void restarting_workers_at_any_moment_loses_no_job() {
    remote.enqueueAll(Collections.nCopies(600, NewJob.of("type", "")));
    AtomicInteger runs = new AtomicInteger();
    for (int round = 1; runs.get() < 600; round++) {
      CountDownLatch some = new CountDownLatch(Math.min(40, 600 - runs.get()));
      Handler handler =
          _ -> {
            runs.incrementAndGet();
            some.countDown();
            return Outcome.done();
          };
      Worker worker = worker().concurrency(20).handle("type", handler).start();
      await(some);
      worker.close(Duration.ZERO);
      assertThat(round).as("rounds with progress").isLessThan(60);
    }
    eventually(
        () ->
            assertThat(remote.list(JobFilter.ALL.withStates(State.COMPLETED), all()).items())
                .hasSize(600));
    assertThat(remote.list(JobFilter.ALL, all()).items())
        .allSatisfy(job -> assertThat(job.progress().errors() + job.progress().crashes()).isZero());
  }

  @Test
  @Promise({"L1", "L3"})
  void a_restart_under_a_worker_loses_and_duplicates_nothing() {
    remote.enqueueAll(Collections.nCopies(400, NewJob.of("type", "")));
    Set<JobId> ran = ConcurrentHashMap.newKeySet();
    Handler handler =
        task -> {
          ran.add(task.job().id());
          return Outcome.done();
        };
    try (Worker _ =
        worker()
            .concurrency(5)
            .leaseDuration(Duration.ofSeconds(3))
            .handle("type", handler)
            .start()) {
      for (int i = 1; i <= 3; i++) {
        int before = i * 50;
        eventually(() -> assertThat(ran).hasSizeGreaterThan(before));
        served.stop();
        served.startAgain();
      }
      eventually(() -> assertThat(ran).hasSize(400));
      eventually(
          () ->
              assertThat(remote.list(JobFilter.ALL.withStates(State.COMPLETED), all()).items())
                  .hasSize(400));
    }
    assertThat(served.store().list(JobFilter.ALL, all()).items())
        .allSatisfy(job -> assertThat(job.progress().errors()).isZero());
  }

  private static Page.Request all() {
    return Page.Request.first(1_000);
  }

  private WorkerBuilder worker() {
    return Worker.builder(remote).patience(Duration.ofSeconds(20)).grace(Duration.ofSeconds(10));
  }

  private Outcome waitForEnd(dev.waybill.worker.Task task) throws InterruptedException {
    started.countDown();
    end.await();
    return Outcome.done();
  }

  private Job find(JobId id) {
    return remote.find(id).orElseThrow();
  }

  private void awaitState(JobId id, State state) {
    eventually(() -> assertThat(find(id).state()).isEqualTo(state));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).as("waited long enough").isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted while waiting", interrupted);
    }
  }
}
