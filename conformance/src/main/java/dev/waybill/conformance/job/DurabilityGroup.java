package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsStored;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class DurabilityGroup extends JobStoreGroup {

  @Test
  @Promise({"E1", "L1"})
  void a_lease_survives_a_crash_of_the_store() {
    submit();
    Job leased = lease();
    crash();
    assertThat(found(leased)).isEqualTo(leased);
    assertNothingToLease();
    assertDone(complete(leased));
  }

  @Test
  @Promise("E1")
  void an_extension_survives_a_crash() {
    submit();
    Job leased = lease("worker", SHORT);
    store().extend(List.of(leaseOf(leased)), LONG);
    Job extended = found(leased);
    crash();
    assertThat(found(leased)).isEqualTo(extended);
    elapse(SHORT.plusMillis(1));
    assertThat(overdueHere()).isEmpty();
  }

  @Test
  @Promise({"E1", "S1"})
  void a_completion_survives_a_crash_with_its_result() {
    submit();
    Job leased = lease();
    assertDone(complete(leased));
    Job completed = found(leased);
    crash();
    assertThat(found(leased)).isEqualTo(completed);
    assertThat(completed.state()).isEqualTo(State.COMPLETED);
    assertThat(completed.progress().result()).isEqualTo(Payload.of("done"));
    assertNothingToLease();
  }

  @Test
  @Promise({"E1", "S2"})
  void counters_and_the_last_failure_survive_a_crash() {
    submit();
    assertDone(settle(lease(), Outcome.retry("first", NOW)));
    Job second = lease("vanished", SHORT);
    elapse(SHORT.plusMillis(1));
    assertDone(giveBack(second));
    Job before = found(second);
    crash();
    assertThat(found(second)).isEqualTo(before);
    assertThat(before.progress().errors()).isEqualTo(1);
    assertThat(before.progress().crashes()).isEqualTo(1);
    assertThat(before.attempt()).isEqualTo(3);
  }

  @Test
  @Promise({"E1", "S2"})
  void the_delay_before_a_retry_survives_a_crash() {
    submit();
    Job leased = lease();
    assertDone(settle(leased, Outcome.retry("later", LONG)));
    Job before = found(leased);
    crash();
    assertThat(found(leased)).isEqualTo(before);
    assertNothingToLease();
  }

  @Test
  @Promise("E1")
  void pausing_and_resuming_survive_a_crash() {
    submit();
    store().pause(queue(), true);
    crash();
    assertNothingToLease();
    store().pause(queue(), false);
    crash();
    lease();
  }

  @Test
  @Promise({"E1", "S3"})
  void a_cancel_request_survives_a_crash() {
    submit();
    Job leased = lease();
    cancel(leased);
    crash();
    assertThat(found(leased).progress().cancelRequested()).isTrue();
    assertThat(extended(leased, LONG).cancelRequested()).isTrue();
  }

  @Test
  @Promise({"E1", "S3"})
  void a_cancelled_job_stays_cancelled_after_a_crash() {
    Job job = submit();
    cancel(job);
    crash();
    assertThat(found(job).state()).isEqualTo(State.CANCELLED);
    assertNothingToLease();
  }

  @Test
  @Promise({"E1", "V1"})
  void events_survive_a_crash_and_repeats_are_still_detected() {
    submit();
    Job leased = lease();
    List<NewEvent> events = List.of(NewEvent.of(1, "a", "1"), NewEvent.of(2, "b", "2"));
    store().publish(leaseOf(leased), events);
    EventQuery all = new EventQuery(key(leased), EventCursor.START, 100, Duration.ZERO);
    List<JobEvent> before = store().read(all).events();
    crash();
    assertThat(store().read(all).events()).isEqualTo(before).hasSize(2);
    assertThat(store().publish(leaseOf(leased), events)).isEqualTo(new EventsStored.Events(0, 2));
  }

  @Test
  @Promise({"E1", "D1"})
  void a_dead_letter_survives_a_crash_with_its_errors() {
    Job dead = dead();
    crash();
    assertThat(found(dead)).isEqualTo(dead);
    eventually(
        () ->
            assertThat(store().attempts(key(dead)))
                .extracting(Attempt::ending)
                .containsExactly(Attempt.Ending.ERROR));
  }

  @Test
  @Promise({"E1", "L4"})
  void the_order_of_a_lane_survives_a_crash() {
    List<Job> jobs = submitMany(3);
    assertDone(settle(lease(), new Outcome.Release()));
    crash();
    assertThat(store().lease(leaseQuery("worker", 3, LONG)))
        .extracting(Job::id)
        .isEqualTo(jobs.stream().map(Job::id).toList());
  }

  @Test
  @Promise("E1")
  void a_second_crash_loses_no_more_than_the_first() {
    Job waiting = submit();
    crash();
    Job leased = lease();
    crash();
    assertDone(complete(leased));
    crash();
    assertThat(found(waiting).state()).isEqualTo(State.COMPLETED);
  }
}
