package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Outcome;
import dev.waybill.Priority;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class LanesGroup extends JobStoreGroup {

  /// The number of picks after which a low job counts as starved.
  private static final int PATIENT_PICKS = 200;

  private Job submit(Priority lane) {
    return submit(job().priority(lane));
  }

  private List<JobId> leaseIds(int max) {
    return store().lease(leaseQuery("worker", max, LONG)).stream().map(Job::id).toList();
  }

  @Test
  @Promise("L4")
  void high_comes_before_normal_before_low() {
    Job low = submit(Priority.LOW);
    Job normal = submit(Priority.NORMAL);
    Job high = submit(Priority.HIGH);
    assertThat(leaseIds(3)).containsExactly(high.id(), normal.id(), low.id());
  }

  @Test
  @Promise("L4")
  void one_call_and_many_calls_lease_in_the_same_order() {
    Job low = submit(Priority.LOW);
    Job high = submit(Priority.HIGH);
    assertThat(lease().id()).isEqualTo(high.id());
    assertThat(lease().id()).isEqualTo(low.id());
  }

  @Test
  @Promise("L4")
  void the_oldest_job_of_a_lane_comes_first() {
    List<JobId> accepted = submitMany(50).stream().map(Job::id).toList();
    assertThat(leaseIds(20)).isEqualTo(accepted.subList(0, 20));
    assertThat(leaseIds(50)).isEqualTo(accepted.subList(20, 50));
  }

  @Test
  @Promise("L4")
  void a_start_time_in_the_past_gives_no_precedence_even_after_a_crash() {
    Job first = submit();
    Job second = submit(job().runAt(now().minus(LONG)));
    crash();
    assertThat(leaseIds(2)).containsExactly(first.id(), second.id());
  }

  @Test
  @Promise("L4")
  void a_released_job_goes_back_to_the_front_of_its_lane() {
    Job first = submit();
    Job second = submit();
    assertDone(settle(lease(), new Outcome.Release()));
    assertThat(leaseIds(2)).containsExactly(first.id(), second.id());
  }

  @Test
  @Promise("L4")
  void jobs_released_together_keep_their_order() {
    List<JobId> accepted = submitMany(8).stream().map(Job::id).toList();
    store()
        .apply(store().lease(leaseQuery("worker", 5, LONG)).stream().map(this::release).toList());
    assertThat(leaseIds(8)).isEqualTo(accepted);
  }

  @Test
  @Promise("L4")
  void jobs_released_one_by_one_keep_their_order() {
    List<JobId> accepted = submitMany(8).stream().map(Job::id).toList();
    List<Job> leased = store().lease(leaseQuery("worker", 5, LONG));
    for (int index : List.of(3, 0, 4, 2, 1)) {
      assertDone(apply(release(leased.get(index))));
    }
    assertThat(leaseIds(2)).isEqualTo(accepted.subList(0, 2));
    assertThat(leaseIds(8)).isEqualTo(accepted.subList(2, 8));
  }

  @Test
  @Promise({"L3", "L4"})
  void jobs_with_expired_leases_keep_their_order_even_after_a_crash() {
    List<JobId> accepted = submitMany(8).stream().map(Job::id).toList();
    List<Job> leased = store().lease(leaseQuery("vanished", 5, SHORT));
    elapse(SHORT.plusMillis(1));
    leased.forEach(job -> assertDone(giveBack(job)));
    crash();
    assertThat(leaseIds(8)).isEqualTo(accepted);
  }

  @Test
  @Promise({"L4", "L5"})
  void released_delayed_jobs_keep_their_order() {
    Job late = submit(job().delay(SHORT.multipliedBy(2)));
    Job early = submit(job().delay(SHORT));
    elapse(SHORT.multipliedBy(2).plusMillis(1));
    Job latest = submit();
    List<Job> leased = store().lease(leaseQuery("worker", 2, LONG));
    assertThat(leased).extracting(Job::id).containsExactly(early.id(), late.id());
    leased.forEach(job -> assertDone(apply(release(job))));
    assertThat(leaseIds(3)).containsExactly(early.id(), late.id(), latest.id());
  }

  @Test
  @Promise({"L4", "S2"})
  void a_snoozed_job_goes_to_the_end_and_returns_there_when_released() {
    Job first = submit();
    Job second = submit();
    Job snoozed = lease();
    elapse(Duration.ofMillis(1));
    assertDone(settle(snoozed, new Outcome.Snooze(NOW)));
    List<Job> leased = store().lease(leaseQuery("worker", 2, LONG));
    assertThat(leased).extracting(Job::id).containsExactly(second.id(), first.id());
    leased.reversed().forEach(job -> assertDone(apply(release(job))));
    assertThat(leaseIds(2)).containsExactly(second.id(), first.id());
  }

  private Step release(Job leased) {
    return Transitions.settled(leased, new Outcome.Release(), POLICY, 0);
  }

  @Test
  @Promise("L4")
  void a_retried_job_goes_to_the_end_of_its_lane() {
    Job first = submit();
    Job second = submit();
    Job leased = lease();
    elapse(Duration.ofMillis(1));
    assertDone(settle(leased, Outcome.retry("again", NOW)));
    assertThat(leaseIds(2)).containsExactly(second.id(), first.id());
  }

  @Test
  @Promise("L4")
  void the_front_of_a_low_lane_is_still_behind_a_high_one() {
    Job low = submit(Priority.LOW);
    assertDone(settle(lease(), new Outcome.Release()));
    Job high = submit(Priority.HIGH);
    assertThat(leaseIds(2)).containsExactly(high.id(), low.id());
  }

  @Test
  @Promise({"L4", "L5"})
  void a_job_enters_its_lane_when_it_becomes_due() {
    Job delayed = submit(job().delay(SHORT));
    Job early = submit();
    elapse(SHORT.plusMillis(1));
    Job late = submit();
    assertThat(leaseIds(3)).containsExactly(early.id(), delayed.id(), late.id());
  }

  @Test
  @Promise("L4")
  void the_low_lane_does_not_starve() {
    Job low = submit(Priority.LOW);
    elapse(Duration.ofSeconds(31));
    submit(Priority.HIGH);
    int picks = 0;
    Job leased = lease();
    while (!leased.id().equals(low.id())) {
      assertThat(++picks).as("picks before the low job").isLessThan(PATIENT_PICKS);
      assertDone(complete(leased));
      submit(Priority.HIGH);
      leased = lease();
    }
  }

  @Test
  @Promise("L4")
  void a_new_low_job_does_not_overtake_a_high_one() {
    Job low = submit(Priority.LOW);
    for (int n = 0; n < 25; n++) {
      submit(Priority.HIGH);
    }
    assertThat(leaseIds(25)).doesNotContain(low.id());
  }
}
