package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt.Ending;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.spi.LeaseState;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransitionsTest {

  private static final RetryPolicy POLICY =
      new RetryPolicy(3, 3, Duration.ofSeconds(10), 2, Duration.ofHours(1), 0.5);
  private static final Failure FAILURE = Failure.of("boom", "it broke");
  private static final Outcome RETRY = new Outcome.Retry(FAILURE, null);

  @Test
  void done_completes_the_job_and_stores_the_result() {
    Step step = settled(Jobs.in(State.RUNNING), Outcome.done("42"));
    assertThat(step.to()).isEqualTo(State.COMPLETED);
    assertThat(step.ending()).isEqualTo(Ending.COMPLETED);
    assertThat(step.result()).isEqualTo(Payload.of("42"));
  }

  @Test
  void after_an_error_the_job_waits_by_the_policy_plus_jitter() {
    Step step = Transitions.settled(Jobs.in(State.RUNNING), RETRY, POLICY, 0.5);
    assertThat(step.to()).isEqualTo(State.QUEUED);
    assertThat(step.ending()).isEqualTo(Ending.ERROR);
    assertThat(step.delay()).isEqualTo(Duration.ofSeconds(25));
    assertThat(step.counts()).isEqualTo(new Step.Counts(2, 2, 1));
    assertThat(step.failure()).isEqualTo(FAILURE);
  }

  @Test
  void the_delay_requested_by_a_handler_is_the_minimum() {
    Outcome retry = new Outcome.Retry(FAILURE, Duration.ofMinutes(1));
    Job job = Jobs.in(State.RUNNING);
    assertThat(settled(job, retry).delay()).isEqualTo(Duration.ofMinutes(1));
    assertThat(Transitions.settled(job, retry, POLICY, 0.99).delay())
        .isBetween(Duration.ofMinutes(1), Duration.ofSeconds(90));
  }

  @Test
  void the_last_allowed_error_makes_the_job_dead() {
    Step step = settled(Jobs.in(State.RUNNING, 7, 2, 0), RETRY);
    assertThat(step.to()).isEqualTo(State.DEAD);
    assertThat(step.ending()).isEqualTo(Ending.ERROR);
    assertThat(step.counts()).isEqualTo(new Step.Counts(2, 3, 0));
  }

  @Test
  void a_permanent_error_ends_the_job_at_once() {
    Step step = settled(Jobs.in(State.RUNNING, 1, 0, 0), new Outcome.Fail(FAILURE));
    assertThat(step.to()).isEqualTo(State.FAILED);
    assertThat(step.ending()).isEqualTo(Ending.FAILED);
    assertThat(step.failure()).isEqualTo(FAILURE);
  }

  @Test
  void a_rejected_job_is_dead_at_once_and_counts_an_error() {
    Step step = settled(Jobs.in(State.RUNNING, 1, 0, 1), new Outcome.Reject(FAILURE));
    assertThat(step.to()).isEqualTo(State.DEAD);
    assertThat(step.ending()).isEqualTo(Ending.FAILED);
    assertThat(step.failure()).isEqualTo(FAILURE);
    assertThat(step.counts()).isEqualTo(new Step.Counts(2, 1, 1));
  }

  @Test
  void a_snooze_changes_no_counts() {
    Step step = settled(Jobs.in(State.RUNNING), Outcome.snooze(Duration.ofHours(5)));
    assertThat(step.to()).isEqualTo(State.QUEUED);
    assertThat(step.delay()).isEqualTo(Duration.ofHours(5));
    assertThat(step.front()).isFalse();
    assertThat(step.counts()).isEqualTo(new Step.Counts(2, 1, 1));
  }

  @Test
  void a_released_job_goes_to_the_front_and_changes_no_counts() {
    Step step = settled(Jobs.in(State.RUNNING), new Outcome.Release());
    assertThat(step.to()).isEqualTo(State.QUEUED);
    assertThat(step.delay()).isZero();
    assertThat(step.front()).isTrue();
    assertThat(step.counts()).isEqualTo(new Step.Counts(2, 1, 1));
  }

  @Test
  void a_job_asked_to_stop_ends_as_cancelled_whatever_the_outcome() {
    Job job = Jobs.askedToStop();
    for (Outcome outcome :
        Set.of(
            RETRY,
            new Outcome.Fail(FAILURE),
            new Outcome.Reject(FAILURE),
            Outcome.snooze(Duration.ofDays(1)),
            new Outcome.Release())) {
      assertThat(settled(job, outcome).to()).as("%s", outcome).isEqualTo(State.CANCELLED);
      assertThat(settled(job, outcome).ending()).isEqualTo(Ending.CANCELLED);
    }
    assertThat(Transitions.lapsed(job, POLICY, 0).to()).isEqualTo(State.CANCELLED);
  }

  @Test
  void a_job_asked_to_stop_that_succeeds_is_completed() {
    assertThat(settled(Jobs.askedToStop(), Outcome.done()).to()).isEqualTo(State.COMPLETED);
  }

  @Test
  void a_job_asked_to_stop_can_only_complete_or_be_cancelled() {
    Job running = Jobs.in(State.RUNNING);
    assertThat(fitsAskedToStop(settled(running, Outcome.done()))).isTrue();
    assertThat(fitsAskedToStop(settled(running, new Outcome.Release()))).isFalse();
    assertThat(fitsAskedToStop(settled(running, Outcome.fail("no")))).isFalse();
    assertThat(fitsAskedToStop(settled(running, Outcome.reject("no")))).isFalse();
    Job atItsLastCrash = Jobs.in(State.RUNNING, 3, 0, 2);
    assertThat(fitsAskedToStop(Transitions.lapsed(atItsLastCrash, POLICY, 0))).isFalse();
  }

  private static boolean fitsAskedToStop(Step step) {
    return step.fits(State.RUNNING, step.guard().attempt(), true, LeaseState.LAPSED);
  }

  @Test
  void an_expired_lease_counts_as_a_crash_and_the_job_goes_to_the_front() {
    Step step = Transitions.lapsed(Jobs.in(State.RUNNING), POLICY, 0);
    assertThat(step.to()).isEqualTo(State.QUEUED);
    assertThat(step.front()).isTrue();
    assertThat(step.delay()).isZero();
    assertThat(step.ending()).isEqualTo(Ending.CRASHED);
    assertThat(step.counts()).isEqualTo(new Step.Counts(2, 1, 2));
  }

  @Test
  void a_lease_that_was_extended_in_between_has_not_expired() {
    Step step = Transitions.lapsed(Jobs.in(State.RUNNING), POLICY, 0);
    assertThat(step.fits(State.RUNNING, step.guard().attempt(), false, LeaseState.LAPSED)).isTrue();
    assertThat(step.fits(State.RUNNING, step.guard().attempt(), false, LeaseState.HELD)).isFalse();
  }

  @Test
  void the_last_allowed_crash_makes_the_job_dead() {
    Step step = Transitions.lapsed(Jobs.in(State.RUNNING, 9, 0, 2), POLICY, 0);
    assertThat(step.to()).isEqualTo(State.DEAD);
    assertThat(step.failure()).extracting("errorClass").isEqualTo("worker_crashed");
  }

  @ParameterizedTest
  @EnumSource(names = {"SCHEDULED", "QUEUED"})
  void a_waiting_job_past_its_deadline_fails(State waiting) {
    Step step = Transitions.expired(Jobs.in(waiting));
    assertThat(step.to()).isEqualTo(State.FAILED);
    assertThat(step.failure()).extracting("errorClass").isEqualTo("deadline_passed");
    assertThat(step.fits(State.RUNNING, 3, false, LeaseState.LAPSED)).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void cancelling_ends_waiting_jobs_asks_running_ones_to_stop_and_keeps_finished_ones(State state) {
    Optional<State> to = Transitions.cancelled(Jobs.in(state)).map(Step::to);
    Optional<State> expected =
        switch (state) {
          case SCHEDULED, QUEUED -> Optional.of(State.CANCELLED);
          case RUNNING -> Optional.of(State.RUNNING);
          case COMPLETED, FAILED, CANCELLED, DEAD -> Optional.empty();
        };
    assertThat(to).isEqualTo(expected);
  }

  @Test
  void asking_a_running_job_to_stop_ends_no_attempt_and_happens_once() {
    Step step = Transitions.cancelled(Jobs.in(State.RUNNING)).orElseThrow();
    assertThat(step.cancelRequested()).isTrue();
    assertThat(step.ending()).isNull();
    assertThat(Transitions.cancelled(Jobs.askedToStop())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void retrying_starts_finished_and_scheduled_jobs(State state) {
    boolean possible = !EnumSet.of(State.QUEUED, State.RUNNING).contains(state);
    Optional<Step> step = Transitions.retried(Jobs.in(state));
    assertThat(step.isPresent()).isEqualTo(possible);
    step.ifPresent(to -> assertThat(to.to()).isEqualTo(State.QUEUED));
  }

  @ParameterizedTest
  @EnumSource
  void only_dead_jobs_can_be_redriven(State state) {
    assertThat(Transitions.redriven(Jobs.in(state)).isPresent()).isEqualTo(state == State.DEAD);
  }

  @Test
  void a_redriven_job_has_reset_counts_a_new_attempt_and_the_next_generation() {
    Step step = Transitions.redriven(Jobs.in(State.DEAD, 7, 3, 1)).orElseThrow();
    assertThat(step.counts()).isEqualTo(new Step.Counts(3, 0, 0));
    assertThat(step.nextAttempt()).isEqualTo(8);
  }

  @Test
  void running_a_scheduled_job_now_keeps_its_attempt_and_counts() {
    Step step = Transitions.retried(Jobs.in(State.SCHEDULED)).orElseThrow();
    assertThat(step.nextAttempt()).isEqualTo(3);
    assertThat(step.counts()).isNull();
  }

  private static Step settled(Job job, Outcome outcome) {
    return Transitions.settled(job, outcome, POLICY, 0);
  }
}
