package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Attempts that run longer than the timeout of their job.
abstract class TimeoutGroup extends JobStoreGroup {

  private static final Duration TIMEOUT = SHORT;

  /// A leased job whose timeout has passed.
  private Job timedOut() {
    submit(job().timeout(TIMEOUT));
    Job leased = lease("slow", LONG);
    elapse(TIMEOUT.plusMillis(1));
    return leased;
  }

  private Attempt onlyAttempt(Job job) {
    eventually(() -> assertThat(store().attempts(key(job))).hasSize(1));
    return store().attempts(key(job)).getFirst();
  }

  @Test
  @Promise("L6")
  void a_lease_ends_at_the_timeout_whatever_its_duration() {
    submit(job().timeout(TIMEOUT));
    submit(job().timeout(TIMEOUT.multipliedBy(2)));
    submit();
    List<Job> leased = store().lease(leaseQuery("worker", 3, LONG));
    assertThat(leased.getFirst().progress().leaseUntil())
        .isEqualTo(onlyAttempt(leased.getFirst()).startedAt().plus(TIMEOUT));
    assertThat(leased.get(1).progress().leaseUntil())
        .isEqualTo(onlyAttempt(leased.get(1)).startedAt().plus(TIMEOUT.multipliedBy(2)));
    assertThat(leased.get(2).progress().leaseUntil())
        .isEqualTo(onlyAttempt(leased.get(2)).startedAt().plus(LONG));
    leased.forEach(job -> assertThat(found(job)).isEqualTo(job));
    elapse(TIMEOUT.plusMillis(1));
    assertThat(overdueHere()).extracting(Job::id).containsExactly(leased.getFirst().id());
  }

  @Test
  @Promise("L6")
  void a_timeout_counts_as_an_error_and_is_retried() {
    Job late = timedOut();
    assertDone(giveBack(late));
    Job waiting = found(late);
    assertThat(waiting.state().isWaiting()).isTrue();
    assertThat(waiting.progress().errors()).isEqualTo(1);
    assertThat(waiting.progress().crashes()).isZero();
    assertThat(waiting.failure().orElseThrow().errorClass()).isEqualTo("timeout");
    Attempt ended = onlyAttempt(late);
    assertThat(ended.ending()).isEqualTo(Attempt.Ending.ERROR);
    assertThat(Objects.requireNonNull(ended.failure()).errorClass()).isEqualTo("timeout");
    assertThat(lease().attempt()).isEqualTo(late.attempt() + 1);
  }

  @Test
  @Promise({"L6", "S2"})
  void a_job_is_dead_after_its_last_timeout() {
    Job job = submit(job().timeout(TIMEOUT));
    for (int errors = 0; errors < POLICY.maxErrors(); errors++) {
      Job leased = lease("slow", LONG);
      elapse(TIMEOUT.plusMillis(1));
      assertDone(giveBack(leased));
    }
    assertThat(found(job).state()).isEqualTo(State.DEAD);
    assertThat(found(job).progress().errors()).isEqualTo(POLICY.maxErrors());
    assertThat(found(job).failure().orElseThrow().errorClass()).isEqualTo("timeout");
  }

  @Test
  @Promise({"L6", "L2"})
  void after_the_timeout_only_a_retry_is_accepted() {
    Job late = timedOut();
    Job before = found(late);
    List.of(
            Outcome.done("late"),
            Outcome.fail("late"),
            Outcome.reject("late"),
            Outcome.snooze(SHORT),
            new Outcome.Release())
        .forEach(outcome -> assertStale(settle(late, outcome)));
    assertThat(extend(late, LONG)).isEqualTo(new LeaseExtension.Lost());
    assertThat(store().publish(leaseOf(late), List.of(NewEvent.of(1, "late", ""))))
        .isEqualTo(new EventsStored.Lost());
    assertThat(found(late)).isEqualTo(before);
    assertDone(settle(late, Outcome.retry("timed out")));
    assertThat(found(late).progress().errors()).isEqualTo(1);
  }

  @Test
  @Promise({"L6", "L3"})
  void a_lease_that_expires_before_the_timeout_counts_as_a_crash() {
    submit(job().timeout(LONG));
    Job leased = lease("vanished", SHORT);
    elapse(SHORT.plusMillis(1));
    assertDone(giveBack(leased));
    assertThat(found(leased).progress().crashes()).isEqualTo(1);
    assertThat(found(leased).progress().errors()).isZero();
    assertThat(found(leased).failure().orElseThrow().errorClass()).isEqualTo("worker_crashed");
  }

  @Test
  @Promise({"L6", "L3"})
  void a_crash_decided_before_the_lease_was_extended_to_the_timeout_is_stale() {
    submit(job().timeout(TIMEOUT.multipliedBy(3)));
    Job leased = lease("slow", TIMEOUT);
    elapse(TIMEOUT.plusMillis(1));
    Step crash = Transitions.lapsed(found(leased), POLICY, 0.5);
    extended(leased, LONG);
    elapse(TIMEOUT.multipliedBy(2).plusMillis(1));
    assertStale(apply(crash));
    assertDone(giveBack(leased));
    assertThat(found(leased).progress().crashes()).isZero();
    assertThat(found(leased).failure().orElseThrow().errorClass()).isEqualTo("timeout");
  }

  @Test
  @Promise({"L6", "L3"})
  void a_lease_that_expired_before_the_timeout_counts_as_a_crash_even_if_noticed_later() {
    submit(job().timeout(TIMEOUT.multipliedBy(2)));
    Job leased = lease("vanished", TIMEOUT);
    elapse(TIMEOUT.multipliedBy(2).plusMillis(1));
    assertStale(complete(leased));
    assertDone(giveBack(leased));
    assertThat(found(leased).progress().crashes()).isEqualTo(1);
    assertThat(found(leased).failure().orElseThrow().errorClass()).isEqualTo("worker_crashed");
  }

  @Test
  @Promise("L6")
  void an_attempt_times_out_however_often_its_lease_is_extended() {
    submit(job().timeout(TIMEOUT.multipliedBy(2)));
    Job leased = lease("slow", TIMEOUT);
    extended(leased, TIMEOUT);
    extended(leased, LONG);
    elapse(TIMEOUT.multipliedBy(2).plusMillis(1));
    assertThat(extend(leased, LONG)).isEqualTo(new LeaseExtension.Lost());
    assertDone(giveBack(leased));
    assertThat(found(leased).failure().orElseThrow().errorClass()).isEqualTo("timeout");
  }

  @Test
  @Promise({"L6", "E1"})
  void a_timeout_is_detected_after_a_crash_of_the_store() {
    submit(job().timeout(TIMEOUT));
    Job leased = lease("slow", LONG);
    crash();
    elapse(TIMEOUT.plusMillis(1));
    assertThat(overdueHere()).extracting(Job::id).containsExactly(leased.id());
    assertStale(complete(leased));
    assertDone(giveBack(leased));
    assertThat(found(leased).failure().orElseThrow().errorClass()).isEqualTo("timeout");
  }

  @Test
  @Promise({"L6", "S3"})
  void a_job_asked_to_stop_is_cancelled_when_it_times_out() {
    Job late = timedOut();
    cancel(late);
    assertStale(complete(late));
    assertDone(giveBack(late));
    assertThat(found(late).state()).isEqualTo(State.CANCELLED);
  }
}
