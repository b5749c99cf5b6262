package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class SettlingGroup extends JobStoreGroup {

  private Job leased() {
    submit();
    return lease();
  }

  @Test
  @Promise("S1")
  void a_completed_job_keeps_its_result_and_has_no_worker() {
    Job leased = leased();
    assertThat(complete(leased)).isEqualTo(new Applied.Done(State.COMPLETED));
    Job.Progress progress = found(leased).progress();
    assertThat(progress.result()).isEqualTo(Payload.of("done"));
    assertThat(progress.worker()).isNull();
    assertThat(progress.leaseUntil()).isNull();
    assertThat(progress.failure()).isNull();
  }

  @Test
  @Promise("S1")
  void steps_are_answered_individually_in_order() {
    submitMany(2);
    Job first = lease();
    Job second = lease();
    Step once = Transitions.completed(leaseOf(first), Payload.empty());
    Step other = Transitions.completed(leaseOf(second), Payload.empty());
    assertThat(store().apply(List.of(once, once, other)))
        .containsExactly(
            new Applied.Done(State.COMPLETED),
            new Applied.Stale(),
            new Applied.Done(State.COMPLETED));
  }

  @Test
  @Promise("S1")
  void no_outcome_changes_a_finished_job() {
    Job leased = leased();
    assertDone(complete(leased));
    Job ended = found(leased);
    assertStale(complete(leased));
    assertStale(settle(leased, Outcome.retry("late")));
    assertStale(settle(leased, Outcome.fail("late")));
    assertStale(settle(leased, Outcome.reject("late")));
    assertStale(settle(leased, new Outcome.Release()));
    assertStale(apply(Transitions.lapsed(leased, POLICY, 0)));
    assertThat(found(leased)).isEqualTo(ended);
    assertNothingToLease();
  }

  @Test
  @Promise("S1")
  void a_step_for_the_right_attempt_but_another_state_is_stale() {
    Job waiting = submit();
    Step cancelWaiting = Transitions.cancelled(waiting).orElseThrow();
    Step expire = Transitions.expired(waiting);
    Job leased = lease();
    assertStale(apply(cancelWaiting));
    assertStale(apply(expire));
    assertThat(found(waiting)).isEqualTo(leased);
  }

  @Test
  @Promise("S1")
  void an_explicit_retry_leaves_a_terminal_state() {
    Job leased = leased();
    assertDone(complete(leased));
    assertDone(apply(Transitions.retried(found(leased)).orElseThrow()));
    Job again = lease();
    assertThat(again.attempt()).isEqualTo(leased.attempt() + 1);
    assertThat(again.progress().generation()).isEqualTo(1);
    assertThat(again.progress().result()).isNull();
  }

  @Test
  @Promise("S2")
  void a_retry_waits_for_the_requested_delay() {
    Job leased = leased();
    assertDone(settle(leased, Outcome.retry("busy", SHORT)));
    Job waiting = found(leased);
    assertThat(waiting.state()).isEqualTo(State.SCHEDULED);
    assertThat(waiting.progress().failure()).isEqualTo(Failure.of("retry", "busy"));
    assertNothingToLease();
    elapse(SHORT);
    Job again = lease();
    assertThat(again.attempt()).isEqualTo(leased.attempt() + 1);
    assertThat(again.progress().errors()).isEqualTo(1);
  }

  @Test
  @Promise("S2")
  void a_retry_waits_by_the_policy() {
    RetryPolicy policy = RetryPolicy.DEFAULT.withDelays(LONG, 2, LONG.multipliedBy(4));
    Job leased = leased();
    assertDone(apply(Transitions.settled(leased, Outcome.retry("busy"), policy, 0)));
    Job waiting = found(leased);
    assertThat(Duration.between(waiting.progress().updatedAt(), waiting.progress().runAt()))
        .isEqualTo(LONG);
  }

  @Test
  @Promise("S2")
  void errors_are_counted_until_the_job_is_dead() {
    Job job = submit();
    for (int n = 0; n < POLICY.maxErrors(); n++) {
      assertDone(settle(lease(), Outcome.retry("error " + n, NOW)));
    }
    Job dead = found(job);
    assertThat(dead.state()).isEqualTo(State.DEAD);
    assertThat(dead.progress().errors()).isEqualTo(POLICY.maxErrors());
    assertThat(dead.progress().failure()).isEqualTo(Failure.of("retry", "error 2"));
  }

  @Test
  @Promise("S2")
  void a_permanent_error_is_not_retried() {
    Job leased = leased();
    assertDone(settle(leased, Outcome.fail("never")));
    assertThat(found(leased).state()).isEqualTo(State.FAILED);
    assertThat(found(leased).progress().failure()).isEqualTo(Failure.of("fail", "never"));
    assertNothingToLease();
  }

  @Test
  @Promise("S2")
  void a_rejected_job_is_dead_at_once_with_its_reason_and_can_be_redriven() {
    Job leased = leased();
    assertDone(settle(leased, Outcome.reject("cannot be read")));
    Job dead = found(leased);
    assertThat(dead.state()).isEqualTo(State.DEAD);
    assertThat(dead.attempt()).isEqualTo(leased.attempt());
    assertThat(dead.progress().errors()).isEqualTo(1);
    assertThat(dead.progress().failure()).isEqualTo(Failure.of("reject", "cannot be read"));
    assertNothingToLease();
    assertDone(apply(Transitions.redriven(dead).orElseThrow()));
    Job again = lease();
    assertThat(again.attempt()).isEqualTo(leased.attempt() + 1);
    assertThat(again.progress().errors()).isZero();
  }

  @Test
  @Promise("S3")
  void a_rejected_job_that_was_asked_to_stop_ends_cancelled() {
    Job leased = leased();
    cancel(leased);
    assertStale(settle(leased, Outcome.reject("said before it knew")));
    assertDone(settle(found(leased), Outcome.reject("said after")));
    assertThat(found(leased).state()).isEqualTo(State.CANCELLED);
  }

  @Test
  @Promise("S2")
  void a_snoozed_job_waits_with_unchanged_counts() {
    Job leased = leased();
    assertDone(settle(leased, Outcome.snooze(SHORT)));
    assertNothingToLease();
    elapse(SHORT);
    assertCountsAreZero(lease());
  }

  @Test
  @Promise("S2")
  void a_released_job_is_ready_at_once_with_unchanged_counts() {
    Job leased = leased();
    assertDone(settle(leased, new Outcome.Release()));
    Job again = lease();
    assertThat(again.attempt()).isEqualTo(leased.attempt() + 1);
    assertCountsAreZero(again);
  }

  private static void assertCountsAreZero(Job job) {
    assertThat(job.progress().errors()).isZero();
    assertThat(job.progress().crashes()).isZero();
    assertThat(job.progress().generation()).isZero();
  }

  @Test
  @Promise("S2")
  void the_last_failure_is_kept_after_a_snooze_and_a_success() {
    assertDone(settle(leased(), Outcome.retry("first", NOW)));
    assertDone(settle(lease(), Outcome.snooze(NOW)));
    Job last = lease();
    assertDone(complete(last));
    assertThat(found(last).progress().failure()).isEqualTo(Failure.of("retry", "first"));
  }

  @Test
  @Promise({"S2", "X1"})
  void a_failure_text_of_maximum_length_is_stored_completely() {
    Failure failure =
        new Failure("x".repeat(256), "é".repeat(4_096), "\n\uD83D\uDE80 ".repeat(4_000));
    Job leased = leased();
    assertDone(settle(leased, new Outcome.Fail(failure)));
    crash();
    assertThat(found(leased).progress().failure()).isEqualTo(failure);
  }
}
