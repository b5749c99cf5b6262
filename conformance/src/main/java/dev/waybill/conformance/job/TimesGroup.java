package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

abstract class TimesGroup extends JobStoreGroup {

  private static final Duration TEN_YEARS = Duration.ofDays(3_652);

  @Test
  @Promise("L5")
  void a_delayed_job_is_scheduled_until_it_is_due() {
    Job job = submit(job().delay(SHORT));
    assertThat(job.state()).isEqualTo(State.SCHEDULED);
    assertThat(job.progress().runAt()).isEqualTo(job.createdAt().plus(SHORT));
    assertNothingToLease();
    elapse(SHORT);
    assertThat(found(job).state()).isEqualTo(State.QUEUED);
    assertThat(lease().id()).isEqualTo(job.id());
  }

  @Test
  @Promise("L5")
  void a_job_with_a_start_time_is_not_leased_earlier() {
    Instant due = now().plus(SHORT);
    Job job = submit(job().runAt(due));
    assertThat(job.progress().runAt()).isEqualTo(due);
    assertNothingToLease();
    elapse(SHORT);
    assertThat(lease().id()).isEqualTo(job.id());
  }

  @Test
  @Promise("L5")
  void a_start_time_in_the_past_means_now() {
    Job job = submit(job().runAt(now().minus(Duration.ofDays(1))));
    assertThat(job.progress().runAt()).isEqualTo(job.createdAt());
    assertThat(job.state()).isEqualTo(State.QUEUED);
    lease();
  }

  @Test
  @Promise({"L5", "E1"})
  void a_delay_can_be_ten_years_and_a_crash_does_not_shorten_it() {
    Job job = submit(job().delay(TEN_YEARS));
    crash();
    assertThat(found(job).state()).isEqualTo(State.SCHEDULED);
    assertThat(found(job).progress().runAt()).isEqualTo(job.createdAt().plus(TEN_YEARS));
    assertNothingToLease();
    if (clockCanJump()) {
      elapse(TEN_YEARS.minusMillis(1));
      assertNothingToLease();
      elapse(Duration.ofMillis(1));
      assertThat(lease().id()).isEqualTo(job.id());
    }
  }

  @Test
  @Promise("L5")
  void jobs_become_due_in_the_order_of_their_times() {
    Job third = submit(job().delay(SHORT.plusMillis(20)));
    Job first = submit(job().delay(SHORT));
    Job second = submit(job().delay(SHORT.plusMillis(10)));
    elapse(SHORT.plusMillis(20));
    assertThat(store().lease(leaseQuery("worker", 3, LONG)))
        .extracting(Job::id)
        .containsExactly(first.id(), second.id(), third.id());
  }

  @Test
  @Promise({"L5", "S2"})
  void a_retry_starts_a_scheduled_job_at_once() {
    Job job = submit(job().delay(LONG));
    assertDone(apply(Transitions.retried(found(job)).orElseThrow()));
    Job leased = lease();
    assertThat(leased.id()).isEqualTo(job.id());
    assertThat(leased.attempt()).isEqualTo(1);
  }

  @Test
  @Promise("L5")
  void a_job_past_its_deadline_is_not_leased_but_overdue() {
    Job job = submit(job().deadline(now().plus(SHORT)));
    assertThat(overdueHere()).isEmpty();
    elapse(SHORT.plusMillis(1));
    assertNothingToLease();
    assertThat(overdueHere()).extracting(Job::id).containsExactly(job.id());
  }

  @Test
  @Promise({"L5", "S1"})
  void an_expired_job_has_failed_with_the_reason() {
    Job job = submit(job().deadline(now().plus(SHORT)));
    elapse(SHORT.plusMillis(1));
    assertDone(apply(Transitions.expired(found(job))));
    Job expired = found(job);
    assertThat(expired.state()).isEqualTo(State.FAILED);
    Failure failure = Objects.requireNonNull(expired.progress().failure());
    assertThat(failure.errorClass()).isEqualTo("deadline_passed");
    assertThat(overdueHere()).isEmpty();
  }

  @Test
  @Promise("L5")
  void a_job_that_started_before_its_deadline_may_continue() {
    submit(job().deadline(now().plus(LONG)));
    Job leased = lease("worker", LONG.multipliedBy(3));
    if (clockCanJump()) {
      elapse(LONG.multipliedBy(2));
    }
    assertThat(overdueHere()).isEmpty();
    assertDone(complete(leased));
  }

  @Test
  @Promise({"L5", "E1"})
  void a_deadline_survives_a_crash() {
    Job job = submit(job().deadline(now().plus(SHORT)));
    crash();
    elapse(SHORT.plusMillis(1));
    assertNothingToLease();
    assertThat(overdueHere()).extracting(Job::id).isEqualTo(List.of(job.id()));
  }
}
