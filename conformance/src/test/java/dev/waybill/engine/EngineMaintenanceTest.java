package dev.waybill.engine;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.result.Settled;
import dev.waybill.settings.Settings;
import java.time.Duration;
import java.util.Collections;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EngineMaintenanceTest extends EngineTest {

  private static final Duration PAST_THE_LEASE =
      Settings.DEFAULT.defaultLeaseDuration().plusSeconds(1);

  @Test
  @Promise("L3")
  void a_job_with_expired_leases_is_retried_three_times_and_then_dead() {
    JobId id = enqueue();
    for (int crash = 1; crash <= 3; crash++) {
      assertThat(leaseAll()).hasSize(1);
      elapse(PAST_THE_LEASE);
      assertThat(find(id).progress().crashes()).isEqualTo(crash);
    }
    assertThat(find(id).state()).isEqualTo(State.DEAD);
    assertThat(find(id).progress().errors()).isZero();
    assertThat(engine.attempts(id))
        .extracting(Attempt::ending)
        .containsOnly(Attempt.Ending.CRASHED);
  }

  @Test
  void all_overdue_jobs_are_handled_in_one_tick() {
    engine.enqueueAll(Collections.nCopies(1_300, NewJob.of("type", "")));
    engine.lease(REQUEST.withMax(1_000));
    engine.lease(REQUEST.withMax(1_000));
    clock.advance(PAST_THE_LEASE);
    assertThat(engine.tick()).isEqualTo(1_300);
    assertThat(engine.tick()).isZero();
  }

  @Test
  void a_waiting_job_fails_at_its_deadline_and_a_running_one_continues() {
    NewJob.Builder job = NewJob.builder("type").deadline(clock.instant().plusSeconds(10));
    JobId runs = enqueue(job);
    Lease lease = lease();
    JobId waits = enqueue(job);
    elapse(Duration.ofSeconds(11));
    assertThat(find(waits).state()).isEqualTo(State.FAILED);
    assertThat(find(runs).state()).isEqualTo(State.RUNNING);
    assertThat(engine.settle(lease.token(), Outcome.done()))
        .isEqualTo(new Settled(State.COMPLETED));
  }

  @Test
  @Promise("R1")
  void a_job_that_finishes_just_before_maintenance_stays_finished() {
    JobId id = enqueue();
    Lease lease = lease();
    clock.advance(PAST_THE_LEASE);
    interposed.beforeNext("apply", () -> settleBeneath(lease));
    assertThat(engine.tick()).isZero();
    assertThat(find(id).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  void jobs_past_their_retention_are_deleted_and_others_are_not() {
    JobId old = enqueue();
    engine.settle(lease().token(), Outcome.done());
    JobId waiting = enqueue(NewJob.builder("type").delay(Duration.ofDays(100)));
    elapse(Duration.ofDays(8));
    assertThat(engine.find(old)).isEmpty();
    assertThat(find(waiting).state()).isEqualTo(State.SCHEDULED);
  }

  @Test
  void the_engine_runs_maintenance_by_itself() {
    JobId id = enqueue();
    leaseAll();
    clock.advance(PAST_THE_LEASE);
    Engine busy =
        new Engine(backend, settings.withMaintenanceEvery(Duration.ofMillis(5)), new Random(2));
    eventually(() -> assertThat(busy.find(id).orElseThrow().state()).isEqualTo(State.QUEUED));
    busy.close();
  }

  private void settleBeneath(Lease lease) {
    engine(backend).settle(lease.token(), Outcome.done());
  }
}
