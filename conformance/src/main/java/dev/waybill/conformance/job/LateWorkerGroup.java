package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Applied;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.Step;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

abstract class LateWorkerGroup extends JobStoreGroup {

  private static final List<Outcome> OUTCOMES =
      List.of(
          Outcome.done(),
          Outcome.retry("late"),
          Outcome.fail("late"),
          Outcome.snooze(SHORT),
          new Outcome.Release());

  /// The lease of the first worker of a job that a second worker has leased.
  private Job lost() {
    Job first = abandoned();
    assertDone(giveBack(first));
    Job second = lease("second", LONG);
    assertThat(second.id()).isEqualTo(first.id());
    return first;
  }

  @Test
  @Promise("L2")
  void settling_late_is_stale_and_changes_nothing() {
    Job late = lost();
    Job before = found(late);
    OUTCOMES.forEach(outcome -> assertStale(settle(late, outcome)));
    assertThat(found(late)).isEqualTo(before);
    assertDone(complete(before));
  }

  @Test
  @Promise("L2")
  void settling_after_the_lease_was_ended_is_stale() {
    Job late = abandoned();
    assertDone(giveBack(late));
    Job before = found(late);
    OUTCOMES.forEach(outcome -> assertStale(settle(late, outcome)));
    assertThat(found(late)).isEqualTo(before);
  }

  @Test
  @Promise("L2")
  void extending_late_is_lost_and_changes_nothing() {
    Job late = lost();
    Job before = found(late);
    assertThat(extend(late, LONG.multipliedBy(2))).isEqualTo(new LeaseExtension.Lost());
    assertThat(found(late)).isEqualTo(before);
  }

  @Test
  @Promise({"L2", "V1"})
  void publishing_late_is_lost_and_stores_nothing() {
    Job late = lost();
    assertThat(store().publish(leaseOf(late), List.of(NewEvent.of(1, "late", ""))))
        .isEqualTo(new EventsStored.Lost());
    assertThat(store().read(new EventQuery(key(late), EventCursor.START, 10, NOW)).events())
        .isEmpty();
  }

  @Test
  @Promise("L2")
  void a_lease_of_a_future_attempt_changes_nothing() {
    submit();
    Job leased = lease();
    LeaseKey forged = new LeaseKey(key(leased), leased.attempt() + 1);
    assertStale(apply(Transitions.completed(forged, Payload.empty())));
    assertThat(store().extend(List.of(forged), LONG)).containsExactly(new LeaseExtension.Lost());
    assertThat(store().publish(forged, List.of(NewEvent.of(1, "x", ""))))
        .isEqualTo(new EventsStored.Lost());
    assertThat(found(leased)).isEqualTo(leased);
  }

  @Test
  @Promise("L2")
  void the_lease_of_a_waiting_job_cannot_be_used() {
    Job waiting = submit();
    assertThat(extend(waiting, LONG)).isEqualTo(new LeaseExtension.Lost());
    assertStale(complete(waiting));
    assertThat(store().publish(leaseOf(waiting), List.of(NewEvent.of(1, "x", ""))))
        .isEqualTo(new EventsStored.Lost());
    assertThat(found(waiting)).isEqualTo(waiting);
  }

  @Test
  @Promise("L2")
  void only_the_first_of_many_settlements_of_one_lease_counts() {
    submit();
    Job leased = lease();
    assertThat(Background.together(16, () -> complete(leased)))
        .filteredOn(Applied.Done.class::isInstance)
        .hasSize(1);
  }

  @Test
  @Promise({"L2", "L3"})
  void an_expired_lease_can_be_settled_until_the_job_is_leased_again() {
    Job leased = abandoned();
    assertDone(complete(leased));
    assertThat(found(leased).state()).isEqualTo(State.COMPLETED);
    assertThat(overdueHere()).isEmpty();
  }

  @Test
  @Promise({"L2", "S1"})
  void ending_the_lease_of_a_settled_job_is_stale() {
    Job leased = abandoned();
    Step takeBack = Transitions.lapsed(found(leased), POLICY, 0);
    assertDone(complete(leased));
    assertStale(apply(takeBack));
    assertThat(found(leased).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  @Promise({"L1", "L3"})
  void ending_a_lease_that_was_extended_is_stale() {
    Job leased = abandoned();
    Step takeBack = Transitions.lapsed(found(leased), POLICY, 0);
    extended(leased, LONG);
    assertStale(apply(takeBack));
    assertThat(found(leased).state()).isEqualTo(State.RUNNING);
    assertNothingToLease();
  }

  @Test
  @Promise("L3")
  void a_job_with_an_expired_lease_is_overdue() {
    submitMany(2);
    lease("living", LONG);
    Job leased = lease("vanished", SHORT);
    assertThat(overdueHere()).isEmpty();
    elapse(SHORT.plusMillis(1));
    assertThat(overdueHere()).containsExactly(found(leased));
    assertThat(store().overdue(1)).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  @Promise("L3")
  void a_job_with_an_expired_lease_returns_to_the_front() {
    Job leased = abandoned();
    submit();
    assertDone(giveBack(leased));
    assertThat(overdueHere()).isEmpty();
    Job again = lease();
    assertThat(again.id()).isEqualTo(leased.id());
    assertThat(again.progress().crashes()).isEqualTo(1);
    assertThat(again.progress().errors()).isZero();
  }

  @Test
  @Promise("L3")
  void a_job_is_dead_after_its_last_crash_with_the_reason() {
    Job job = submit();
    for (int crashes = 0; crashes < POLICY.maxCrashes(); crashes++) {
      Job leased = lease("vanished", SHORT);
      elapse(SHORT.plusMillis(1));
      assertDone(giveBack(leased));
    }
    Job dead = found(job);
    assertThat(dead.state()).isEqualTo(State.DEAD);
    assertThat(dead.progress().crashes()).isEqualTo(POLICY.maxCrashes());
    Failure failure = Objects.requireNonNull(dead.progress().failure());
    assertThat(failure.errorClass()).isEqualTo("worker_crashed");
    assertNothingToLease();
    assertThat(overdueHere()).isEmpty();
  }

  @Test
  @Promise({"L3", "E1"})
  void an_expired_lease_is_overdue_after_a_crash_of_the_store() {
    submit();
    Job leased = lease("vanished", SHORT);
    crash();
    elapse(SHORT.plusMillis(1));
    assertThat(overdueHere()).extracting(Job::id).containsExactly(leased.id());
    assertDone(giveBack(leased));
    lease();
  }
}
