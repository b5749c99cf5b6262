package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.State;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Step;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class CancellingGroup extends JobStoreGroup {

  @Test
  @Promise("S3")
  void a_waiting_job_is_cancelled_at_once() {
    Job job = submit();
    cancel(job);
    assertThat(found(job).state()).isEqualTo(State.CANCELLED);
    assertNothingToLease();
  }

  @Test
  @Promise("S3")
  void a_scheduled_job_is_cancelled_at_once() {
    Job job = submit(job().delay(SHORT));
    cancel(job);
    elapse(SHORT);
    assertNothingToLease();
    assertThat(found(job).state()).isEqualTo(State.CANCELLED);
  }

  @Test
  @Promise("S3")
  void a_job_that_became_due_since_it_was_read_can_be_cancelled() {
    Job scheduled = submit(job().delay(SHORT));
    Step step = Transitions.cancelled(scheduled).orElseThrow();
    elapse(SHORT);
    assertDone(apply(step));
    assertNothingToLease();
  }

  @Test
  @Promise("S3")
  void the_worker_of_a_running_job_is_asked_to_stop() {
    submit();
    Job leased = lease();
    assertThat(extended(leased, LONG).cancelRequested()).isFalse();
    cancel(leased);
    assertThat(found(leased).state()).isEqualTo(State.RUNNING);
    assertThat(found(leased).progress().cancelRequested()).isTrue();
    assertThat(found(leased).progress().worker()).isEqualTo("worker");
    assertThat(extended(leased, LONG).cancelRequested()).isTrue();
  }

  @Test
  @Promise("S3")
  void a_job_asked_to_stop_is_cancelled_when_its_worker_stops_it() {
    submit();
    Job leased = lease();
    cancel(leased);
    assertDone(settle(found(leased), Outcome.retry("stopped")));
    assertThat(found(leased).state()).isEqualTo(State.CANCELLED);
    assertNothingToLease();
  }

  @Test
  @Promise("S3")
  void failing_a_job_that_was_asked_to_stop_is_stale() {
    submit();
    Job leased = lease();
    cancel(leased);
    assertStale(settle(leased, Outcome.fail("decided before")));
    assertThat(found(leased).state()).isEqualTo(State.RUNNING);
  }

  @Test
  @Promise("S3")
  void a_job_asked_to_stop_may_still_complete() {
    submit();
    Job leased = lease();
    cancel(leased);
    assertDone(complete(leased));
    assertThat(found(leased).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  @Promise({"S3", "L3"})
  void a_job_asked_to_stop_is_cancelled_when_its_lease_expires() {
    Job leased = abandoned();
    cancel(leased);
    assertDone(giveBack(leased));
    assertThat(found(leased).state()).isEqualTo(State.CANCELLED);
  }

  @Test
  @Promise({"S3", "S1"})
  void a_cancelled_job_that_is_retried_is_not_asked_to_stop_again() {
    submit();
    Job leased = lease();
    cancel(leased);
    assertDone(settle(found(leased), new Outcome.Release()));
    assertDone(apply(Transitions.retried(found(leased)).orElseThrow()));
    assertThat(lease().progress().cancelRequested()).isFalse();
  }

  @Test
  @Promise({"S3", "L1"})
  void of_concurrent_cancelling_and_leasing_one_succeeds() {
    for (int round = 0; round < 50; round++) {
      Job job = submit();
      Step step = Transitions.cancelled(job).orElseThrow();
      Background<List<Job>> leasing = Background.of(() -> store().lease(leaseQuery("w", 1, LONG)));
      boolean cancelled = apply(step) instanceof Applied.Done;
      assertThat(leasing.answer()).hasSize(cancelled ? 0 : 1);
    }
  }
}
