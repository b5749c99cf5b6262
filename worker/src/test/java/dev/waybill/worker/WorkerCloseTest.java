package dev.waybill.worker;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Attempt.Ending;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.LeaseRequest;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class WorkerCloseTest extends WorkerTest {

  private final CountDownLatch started = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  @Test
  void closing_waits_for_running_handlers() throws InterruptedException {
    JobId id = enqueue("");
    Worker worker = waiting();
    await(started);
    Thread closing = Thread.startVirtualThread(worker::close);
    JobId later = enqueue("");
    end.countDown();
    closing.join();
    assertThat(find(id).state()).isEqualTo(State.COMPLETED);
    assertThat(find(later).state()).isIn(State.QUEUED, State.COMPLETED);
  }

  @Test
  @Promise("L3")
  void jobs_still_running_after_the_grace_period_are_released_and_use_up_no_attempt() {
    JobId id = enqueue(NewJob.builder("type").retry(RetryPolicy.never()));
    Worker worker = waiting();
    await(started);
    worker.close(Duration.ZERO);
    assertGivenBack(id);
  }

  @Test
  void a_handler_that_turns_the_interrupt_into_a_failure_does_not_fail_its_job() {
    JobId id = enqueue("");
    Worker worker =
        worker()
            .handle(
                "type",
                _ -> {
                  started.countDown();
                  try {
                    end.await();
                  } catch (InterruptedException stopped) {
                    return Outcome.fail("interrupted");
                  }
                  return Outcome.done();
                })
            .start();
    await(started);
    worker.close(Duration.ZERO);
    assertGivenBack(id);
  }

  @Test
  void the_job_of_a_handler_that_ignores_interrupts_is_released() {
    JobId id = enqueue("");
    Worker worker =
        worker()
            .handle(
                "type",
                _ -> {
                  started.countDown();
                  while (end.getCount() > 0) {
                    Thread.onSpinWait();
                  }
                  return Outcome.done("too late");
                })
            .start();
    await(started);
    worker.close(Duration.ZERO);
    assertGivenBack(id);
    end.countDown();
  }

  @Test
  void jobs_leased_after_the_worker_was_closed_are_released_without_a_handler_call()
      throws InterruptedException {
    JobId id = enqueue("");
    CountDownLatch leased = new CountDownLatch(1);
    source.beforeLeasesArrive =
        () -> {
          leased.countDown();
          uninterruptibly(end);
        };
    Worker worker = waiting();
    await(leased);
    Thread closing = Thread.ofPlatform().start(worker::close);
    eventually(() -> assertThat(closing.getState()).isEqualTo(Thread.State.TIMED_WAITING));
    end.countDown();
    closing.join();
    assertGivenBack(id);
    assertThat(started.getCount()).as("the handler was not called").isEqualTo(1);
  }

  @Test
  void released_jobs_keep_their_order() {
    List<JobId> accepted = List.of(enqueue(""), enqueue(""), enqueue(""));
    CountDownLatch running = new CountDownLatch(3);
    Worker worker =
        worker()
            .concurrency(3)
            .grace(Duration.ZERO)
            .handle(
                "type",
                _ -> {
                  running.countDown();
                  end.await();
                  return Outcome.done();
                })
            .start();
    await(running);
    worker.close();
    assertThat(engine.lease(LeaseRequest.of("default", "next").withMax(3)))
        .extracting(lease -> lease.job().id())
        .isEqualTo(accepted);
  }

  @Test
  void closing_again_does_nothing() {
    Worker worker = waiting();
    worker.close();
    worker.close();
  }

  @Test
  void an_interrupted_close_returns_early_and_still_releases_every_job() {
    JobId id = enqueue("");
    Worker worker = waiting();
    await(started);
    Thread.currentThread().interrupt();
    worker.close();
    assertThat(Thread.interrupted()).isTrue();
    assertGivenBack(id);
  }

  @RepeatedTest(20)
  @Promise("S1")
  void stopping_at_any_moment_loses_no_job_and_fails_no_job() {
    engine.enqueueAll(Collections.nCopies(300, NewJob.of("type", "")));
    CountDownLatch some = new CountDownLatch(50);
    Worker worker =
        worker()
            .concurrency(20)
            .handle(
                "type",
                _ -> {
                  some.countDown();
                  return Outcome.done();
                })
            .start();
    await(some);
    worker.close(Duration.ZERO);
    assertThat(engine.list(JobFilter.ALL, Page.Request.first(1000)).items())
        .hasSize(300)
        .allSatisfy(job -> assertThat(job.state()).isIn(State.QUEUED, State.COMPLETED))
        .allSatisfy(job -> assertThat(job.progress().errors() + job.progress().crashes()).isZero());
  }

  private Worker waiting() {
    return worker()
        .handle(
            "type",
            _ -> {
              started.countDown();
              end.await();
              return Outcome.done();
            })
        .start();
  }

  private void assertGivenBack(JobId id) {
    assertThat(find(id).state()).isEqualTo(State.QUEUED);
    assertThat(find(id).progress().errors()).isZero();
    assertThat(find(id).progress().crashes()).isZero();
    assertThat(engine.attempts(id)).extracting(Attempt::ending).containsOnly(Ending.RELEASED);
  }
}
