package dev.waybill.worker;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.waybill.Code;
import dev.waybill.EventCursor;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Priority;
import dev.waybill.QueueStats;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Promise;
import dev.waybill.settings.QueueSettings;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkerLeaseTest extends WorkerTest {

  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch forever = new CountDownLatch(1);

  @Test
  @Promise("L1")
  void the_lease_of_a_long_job_is_extended() {
    JobId id = enqueue("");
    CountDownLatch over = new CountDownLatch(1);
    try (Worker _ =
        worker()
            .leaseDuration(SHORT)
            .handle(
                "type",
                _ -> {
                  started.countDown();
                  over.await();
                  return Outcome.done();
                })
            .start()) {
      await(started);
      int beats = source.extensions.get();
      eventually(() -> assertThat(source.extensions.get()).isGreaterThan(beats + 6));
      over.countDown();
      awaitState(id, State.COMPLETED);
    }
    assertThat(engine.attempts(id)).hasSize(1);
  }

  @Test
  @Promise("L1")
  void a_worker_without_a_lease_duration_uses_the_one_of_its_queue() {
    engine.setQueueSettings("default", QueueSettings.NONE.withDefaultLeaseDuration(SHORT));
    CountDownLatch over = new CountDownLatch(1);
    try (Worker _ =
        worker()
            .handle(
                "type",
                _ -> {
                  started.countDown();
                  over.await();
                  return Outcome.done();
                })
            .start()) {
      JobId id = enqueue("");
      await(started);
      int beats = source.extensions.get();
      eventually(() -> assertThat(source.extensions.get()).isGreaterThan(beats + 6));
      over.countDown();
      awaitState(id, State.COMPLETED);
      assertThat(engine.attempts(id)).hasSize(1);
    }
  }

  @Test
  @Promise("L1")
  void a_worker_with_many_slots_leases_again_while_a_lease_call_is_pending() {
    IntStream.range(0, 200).forEach(n -> enqueue(n < 32 ? "held" : ""));
    CountDownLatch over = new CountDownLatch(1);
    CountDownLatch third = new CountDownLatch(3);
    AtomicBoolean overlaps = new AtomicBoolean();
    source.beforeLeasesArrive =
        () -> {
          third.countDown();
          if (third.getCount() == 1) {
            over.countDown();
            overlaps.set(happens(third));
          }
        };
    try (Worker _ =
        worker()
            .concurrency(64)
            .handle(
                "type",
                task -> {
                  if (task.text().equals("held")) {
                    over.await();
                  }
                  return Outcome.done();
                })
            .start()) {
      eventually(() -> assertThat(overlaps).isTrue());
      awaitEmptyQueue();
    }
  }

  @Test
  @Promise("L1")
  void a_worker_with_many_slots_settles_again_while_a_settle_call_is_pending() {
    CountDownLatch second = new CountDownLatch(2);
    AtomicBoolean overlaps = new AtomicBoolean();
    source.beforeSettling =
        () -> {
          second.countDown();
          if (happens(second)) {
            overlaps.set(true);
          }
        };
    IntStream.range(0, 200).forEach(_ -> enqueue(""));
    try (Worker _ = worker().concurrency(64).handle("type", _ -> Outcome.done()).start()) {
      eventually(() -> assertThat(overlaps).isTrue());
      awaitEmptyQueue();
    }
  }

  @Test
  @Promise("L1")
  void a_finished_job_is_not_extended_until_settling_takes_long() {
    JobId id = enqueue("");
    CountDownLatch over = new CountDownLatch(1);
    source.beforeSettling =
        () -> {
          started.countDown();
          uninterruptibly(over);
        };
    try (Worker _ =
        worker()
            .concurrency(2)
            .handle(
                "type",
                task -> {
                  if (task.text().equals("slow")) {
                    forever.await();
                  }
                  return Outcome.done();
                })
            .start()) {
      await(started);
      enqueue("slow");
      eventually(() -> assertThat(source.extensions.get()).isGreaterThan(1));
      assertThat(source.extended).as("only the one that runs").hasSize(1);
      over.countDown();
      forever.countDown();
      awaitState(id, State.COMPLETED);
    }
  }

  @Test
  @Promise("L1")
  void the_lease_is_extended_while_settling_fails() {
    JobId id = enqueue("");
    CountDownLatch over = new CountDownLatch(1);
    source.beforeSettling = () -> uninterruptibly(over);
    try (Worker _ = worker().leaseDuration(SHORT).handle("type", _ -> Outcome.done()).start()) {
      eventually(() -> assertThat(source.extensions.get()).isGreaterThan(6));
      over.countDown();
      awaitState(id, State.COMPLETED);
    }
    assertThat(engine.attempts(id)).hasSize(1);
  }

  private void awaitEmptyQueue() {
    eventually(
        () -> {
          QueueStats stats = engine.stats("default");
          assertThat(stats.waiting() + stats.running()).isZero();
        });
  }

  private static boolean happens(CountDownLatch event) {
    try {
      return event.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  @Promise("L1")
  void a_job_leased_after_a_long_wait_has_a_full_lease() {
    AtomicBoolean held = new AtomicBoolean();
    Duration later = SHORT.multipliedBy(2);
    JobId id = enqueue(NewJob.builder("type").delay(later));
    source.extendingFails.set(true);
    try (Worker _ =
        worker()
            .leaseDuration(SHORT)
            .patience(Duration.ofSeconds(30))
            .handle(
                "type",
                task -> {
                  held.set(task.mayBeHeld());
                  return Outcome.done();
                })
            .start()) {
      awaitState(id, State.COMPLETED);
    }
    assertThat(held).isTrue();
  }

  @Test
  @Promise("S3")
  void cancelling_a_job_interrupts_its_handler() {
    JobId id = enqueue("");
    try (Worker _ = waiting().start()) {
      await(started);
      engine.cancel(id);
      awaitState(id, State.CANCELLED);
    }
    assertThat(failure(id).errorClass()).isEqualTo("java.lang.InterruptedException");
  }

  @Test
  @Promise("S3")
  void a_handler_can_ask_whether_to_stop() {
    JobId id = enqueue("");
    AtomicBoolean asked = new AtomicBoolean();
    try (Worker _ =
        worker()
            .leaseDuration(SHORT)
            .handle(
                "type",
                task -> {
                  started.countDown();
                  while (!task.isCancelled()) {
                    Thread.onSpinWait();
                  }
                  asked.set(true);
                  task.throwIfCancelled();
                  return Outcome.done();
                })
            .start()) {
      await(started);
      engine.cancel(id);
      awaitState(id, State.CANCELLED);
    }
    assertThat(asked).isTrue();
    assertThat(failure(id).errorClass()).isEqualTo(CancellationException.class.getName());
  }

  @Test
  @Promise("L2")
  void a_lost_lease_stops_the_handler_and_its_outcome_is_not_sent() {
    JobId id = enqueue("");
    AtomicInteger runs = new AtomicInteger();
    CountDownLatch stopped = new CountDownLatch(1);
    try (Worker _ =
        worker()
            .leaseDuration(SHORT)
            .handle(
                "type",
                task -> {
                  if (runs.incrementAndGet() > 1) {
                    return Outcome.done("second");
                  }
                  started.countDown();
                  try {
                    forever.await();
                  } catch (InterruptedException lost) {
                    assertThat(task.isCancelled()).isTrue();
                    stopped.countDown();
                  }
                  return Outcome.fail("must not be heard");
                })
            .start()) {
      await(started);
      source.extendingFails.set(true);
      eventually(() -> assertThat(find(id).attempt()).isGreaterThan(1));
      source.extendingFails.set(false);
      await(stopped);
      awaitState(id, State.COMPLETED);
    }
    assertThat(find(id).progress().crashes()).isEqualTo(1);
  }

  @Test
  void a_job_that_exceeds_its_timeout_is_interrupted_and_retried() {
    JobId id = enqueue(NewJob.builder("type").timeout(Duration.ofMillis(100)));
    try (Worker _ = waiting().start()) {
      eventually(() -> assertThat(find(id).state()).isNotIn(State.QUEUED, State.RUNNING));
    }
    assertThat(find(id).state()).isEqualTo(State.SCHEDULED);
    assertThat(failure(id).errorClass()).isEqualTo("timeout");
  }

  @Test
  void a_handler_that_ignores_its_timeout_occupies_only_its_own_slot() {
    JobId stubborn = enqueue(NewJob.builder("type").timeout(Duration.ofMillis(100)));
    CountDownLatch end = new CountDownLatch(1);
    try (Worker _ =
        worker()
            .concurrency(1)
            .handle(
                "type",
                _ -> {
                  uninterruptibly(end);
                  return Outcome.done("too late");
                })
            .handle("other", _ -> Outcome.done())
            .start()) {
      awaitState(stubborn, State.SCHEDULED);
      JobId next = enqueue(NewJob.builder("other"));
      assertThat(find(next).state()).isEqualTo(State.QUEUED);
      end.countDown();
      awaitState(next, State.COMPLETED);
    }
    assertThat(failure(stubborn).errorClass()).isEqualTo("timeout");
    assertThat(find(stubborn).progress().result()).isNull();
  }

  @Test
  void a_handler_can_ask_why_it_should_stop() {
    AtomicReference<StopReason> reason = new AtomicReference<>();
    JobId cancelled = enqueue("");
    try (Worker worker = asking(reason).start()) {
      await(started);
      engine.cancel(cancelled);
      awaitState(cancelled, State.CANCELLED);
      assertThat(reason).hasValue(StopReason.CANCELLED);
      enqueue(NewJob.builder("type").timeout(Duration.ofMillis(100)));
      eventually(() -> assertThat(reason).hasValue(StopReason.TIMEOUT));
      enqueue(NewJob.builder("type").priority(Priority.HIGH));
      eventually(() -> assertThat(reason).hasNullValue());
      worker.close(Duration.ZERO);
      assertThat(reason).hasValue(StopReason.WORKER_STOPS);
    }
  }

  @Test
  @Promise("L2")
  void a_handler_can_see_that_its_lease_may_be_lost() {
    AtomicReference<Task> running = new AtomicReference<>();
    JobId id = enqueue(NewJob.builder("type").retry(RetryPolicy.DEFAULT.withMaxCrashes(1)));
    try (Worker _ =
        worker()
            .leaseDuration(SHORT)
            .handle(
                "type",
                task -> {
                  running.set(task);
                  forever.await();
                  return Outcome.done();
                })
            .start()) {
      eventually(() -> assertThat(running.get()).isNotNull());
      Task task = Objects.requireNonNull(running.get());
      assertThat(task.mayBeHeld()).isTrue();
      source.extendingFails.set(true);
      eventually(() -> assertThat(task.mayBeHeld()).isFalse());
      awaitState(id, State.DEAD);
      source.extendingFails.set(false);
      eventually(() -> assertThat(task.stopReason()).contains(StopReason.LEASE_LOST));
    }
  }

  @Test
  void a_handler_can_publish_by_itself() {
    JobId id = enqueue("");
    try (Worker _ =
        worker()
            .handle(
                "type",
                task -> {
                  source.publish(
                      task.token(), List.of(NewEvent.of(1, "a", ""), NewEvent.of(2, "b", "")));
                  return Outcome.done();
                })
            .start()) {
      awaitState(id, State.COMPLETED);
    }
    assertThat(engine.events(id, EventCursor.START, 10)).hasSize(2);
  }

  @Test
  void settling_is_retried_while_the_lease_may_be_valid() {
    source.failingSettles.set(3);
    JobId id = enqueue("");
    try (Worker _ = worker().handle("type", _ -> Outcome.done("once")).start()) {
      awaitState(id, State.COMPLETED);
    }
    assertThat(engine.attempts(id)).hasSize(1);
  }

  @Test
  void leasing_continues_after_a_failure() {
    source.failingLeases.set(3);
    JobId id = enqueue("");
    try (Worker _ = worker().handle("type", _ -> Outcome.done()).start()) {
      awaitState(id, State.COMPLETED);
    }
  }

  @Test
  @Promise("X1")
  void a_worker_with_invalid_settings_does_not_start() {
    Handler handler = _ -> Outcome.done();
    assertRefused(Code.INVALID_ARGUMENT, worker());
    assertRefused(Code.INVALID_NAME, worker().handle("type", handler).queue("no good"));
    assertRefused(Code.INVALID_NAME, worker().handle("type", handler).name(""));
    assertRefused(Code.INVALID_NAME, worker().handle("type", handler).name("n".repeat(128)));
    assertRefused(Code.INVALID_ARGUMENT, worker().handle("type", handler).concurrency(0));
    assertRefused(
        Code.INVALID_ARGUMENT, worker().handle("type", handler).leaseDuration(Duration.ZERO));
    assertRefused(Code.INVALID_ARGUMENT, worker().handle("type", handler).patience(Duration.ZERO));
    assertRefused(
        Code.INVALID_ARGUMENT, worker().handle("type", handler).grace(Duration.ofMillis(-1)));
  }

  private WorkerBuilder waiting() {
    return worker()
        .leaseDuration(SHORT)
        .handle(
            "type",
            _ -> {
              started.countDown();
              forever.await();
              return Outcome.done();
            });
  }

  /// A handler that records its stop reason; null while it runs.
  private WorkerBuilder asking(AtomicReference<StopReason> reason) {
    return worker()
        .leaseDuration(SHORT)
        .handle(
            "type",
            task -> {
              reason.set(null);
              started.countDown();
              try {
                forever.await();
              } finally {
                reason.set(task.stopReason().orElse(null));
              }
              return Outcome.done();
            });
  }

  private static void assertRefused(Code code, WorkerBuilder builder) {
    assertThatThrownBy(builder::start)
        .isInstanceOf(WaybillException.class)
        .extracting("code")
        .isEqualTo(code);
  }
}
