package dev.waybill.worker;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.EventCursor;
import dev.waybill.JobEvent;
import dev.waybill.JobId;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkerOutcomeTest extends WorkerTest {

  @Test
  void a_handler_gets_the_payload_and_returns_the_result() {
    JobId id = enqueue("world");
    try (Worker _ = handling(task -> Outcome.done("hello " + task.text()))) {
      awaitState(id, State.COMPLETED);
    }
    assertThat(Objects.requireNonNull(find(id).progress().result()).text())
        .isEqualTo("hello world");
  }

  @Test
  @Promise("S2")
  void an_exception_causes_a_retry_and_is_stored() {
    JobId id = enqueue("");
    try (Worker _ =
        handling(
            _ -> {
              throw new IllegalStateException("no luck");
            })) {
      awaitState(id, State.SCHEDULED);
    }
    assertThat(failure(id).errorClass()).isEqualTo("java.lang.IllegalStateException");
    assertThat(failure(id).message()).isEqualTo("no luck");
    assertThat(failure(id).stack()).contains("WorkerOutcomeTest");
  }

  @Test
  @Promise("S2")
  void a_job_that_is_rejected_is_dead_after_one_attempt() {
    JobId id = enqueue("not what was agreed");
    try (Worker _ = handling(task -> Outcome.reject("cannot read: " + task.text()))) {
      awaitState(id, State.DEAD);
    }
    assertThat(failure(id).message()).isEqualTo("cannot read: not what was agreed");
    assertThat(engine.attempts(id)).hasSize(1);
  }

  @Test
  void jvm_errors_and_exceptions_without_a_readable_message_are_settled() {
    JobId deep = enqueue("deep");
    JobId broken = enqueue("broken");
    JobId unprintable = enqueue("unprintable");
    try (Worker _ = handling(WorkerOutcomeTest::fail)) {
      List.of(deep, broken, unprintable).forEach(id -> awaitState(id, State.SCHEDULED));
    }
    assertThat(failure(deep).errorClass()).isEqualTo("java.lang.StackOverflowError");
    assertThat(failure(broken).errorClass()).isEqualTo("java.lang.InternalError");
    assertThat(failure(unprintable).errorClass()).endsWith("Unprintable");
  }

  @Test
  void a_null_outcome_is_an_error() {
    JobId id = enqueue("");
    try (Worker _ = handling(WorkerOutcomeTest::nothing)) {
      awaitState(id, State.SCHEDULED);
    }
    assertThat(failure(id).errorClass()).isEqualTo("no_outcome");
  }

  @Test
  void a_rejected_outcome_becomes_an_error_of_the_attempt() {
    JobId id = enqueue("");
    try (Worker _ = handling(_ -> Outcome.snooze(Duration.ofSeconds(-1)))) {
      awaitState(id, State.SCHEDULED);
    }
    assertThat(failure(id).errorClass()).isEqualTo("invalid_delay");
  }

  @Test
  void events_count_up_from_zero_in_every_attempt() {
    JobId id = enqueue(NewJob.builder("type"));
    try (Worker _ =
        handling(
            task -> {
              task.publish("step", "a");
              task.publish("step", Payload.of("b"));
              return task.attempt() == 1 ? Outcome.snooze(Duration.ZERO) : Outcome.done();
            })) {
      awaitState(id, State.COMPLETED);
    }
    assertThat(engine.events(id, EventCursor.START, 10))
        .extracting(JobEvent::cursor)
        .containsExactly(
            new EventCursor(1, 0),
            new EventCursor(1, 1),
            new EventCursor(2, 0),
            new EventCursor(2, 1));
  }

  @Test
  void no_more_handlers_run_at_once_than_the_concurrency() {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch full = new CountDownLatch(7);
    CountDownLatch all = new CountDownLatch(200);
    engine.enqueueAll(Collections.nCopies(200, NewJob.of("type", "")));
    Handler handler =
        _ -> {
          most.accumulateAndGet(running.incrementAndGet(), Math::max);
          full.countDown();
          full.await();
          running.decrementAndGet();
          all.countDown();
          return Outcome.done();
        };
    try (Worker _ = worker().concurrency(7).handle("type", handler).start()) {
      await(all);
    }
    assertThat(most.get()).isEqualTo(7);
    assertThat(engine.stats("default").running()).isZero();
  }

  @Test
  void an_idle_worker_starts_a_job_as_soon_as_it_is_enqueued() {
    CountDownLatch done = new CountDownLatch(1);
    Handler handler =
        _ -> {
          done.countDown();
          return Outcome.done();
        };
    try (Worker _ = worker().patience(Duration.ofSeconds(50)).handle("type", handler).start()) {
      enqueue("");
      await(done);
      Thread.startVirtualThread(() -> enqueueForWaitingLease());
    }
  }

  @Test
  void every_start_has_a_unique_worker_name() {
    Set<String> names = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 5; i++) {
      JobId id = enqueue("");
      try (Worker worker = worker().name("mailer").handle("type", _ -> Outcome.done()).start()) {
        awaitState(id, State.COMPLETED);
        assertThat(engine.attempts(id)).extracting(Attempt::worker).containsOnly(worker.name());
        names.add(worker.name());
      }
    }
    assertThat(names).hasSize(5).allMatch(name -> name.startsWith("mailer-"));
  }

  @Test
  @Promise("L3")
  void a_job_is_dead_after_the_maximum_errors_of_its_own_policy() {
    RetryPolicy twice =
        RetryPolicy.DEFAULT.withMaxErrors(2).withDelays(Duration.ZERO, 1, Duration.ZERO);
    JobId id = enqueue(NewJob.builder("type").retry(twice));
    try (Worker _ = handling(_ -> Outcome.retry("no luck"))) {
      awaitState(id, State.DEAD);
    }
    assertThat(engine.attempts(id)).hasSize(2);
  }

  /// Enqueues a job, so that a waiting lease call returns and the worker can close.
  private void enqueueForWaitingLease() {
    eventually(() -> assertThat(engine.stats("default").running()).isZero());
    enqueue("");
  }

  private Worker handling(Handler handler) {
    return worker().handle("type", handler).start();
  }

  private static Outcome fail(Task task) {
    return switch (task.text()) {
      case "deep" -> fail(task);
      case "broken" -> throw new InternalError("as the test asked for");
      default -> throw new Unprintable();
    };
  }

  @SuppressWarnings("NullAway")
  private static Outcome nothing(Task task) {
    return null;
  }

  private static final class Unprintable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable String getMessage() {
      throw new IllegalStateException("not even that");
    }
  }
}
