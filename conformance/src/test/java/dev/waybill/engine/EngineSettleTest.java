package dev.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Attempt.Ending;
import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.Seed;
import dev.waybill.result.Extended;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import dev.waybill.result.Settled;
import dev.waybill.settings.Settings;
import dev.waybill.settings.Settings.TypeSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineSettleTest extends EngineTest {

  private static final Duration LEASE_DURATION = Settings.DEFAULT.defaultLeaseDuration();

  @Override
  Settings configure(Settings defaults) {
    return defaults.withType("once", new TypeSettings(RetryPolicy.never(), null));
  }

  @Test
  void done_completes_without_reading_the_job() {
    JobId id = enqueue();
    Lease lease = lease();
    interposed.calls().clear();
    assertThat(engine.settle(lease.token(), Outcome.done("ok")))
        .isEqualTo(new Settled(State.COMPLETED));
    assertThat(interposed.calls()).containsExactly("apply");
    assertThat(find(id).progress().result()).isEqualTo(Payload.of("ok"));
  }

  @Test
  void all_settlements_of_a_call_are_applied_together() {
    engine.enqueueAll(List.of(NewJob.of("a", ""), NewJob.of("b", ""), NewJob.of("c", "")));
    List<Lease> leases = leaseAll();
    interposed.calls().clear();
    List<SettleResult> answers =
        engine.settle(
            List.of(
                new Settlement(leases.get(0).token(), Outcome.done()),
                new Settlement(leases.get(1).token(), Outcome.fail("never")),
                new Settlement(new TaskToken("forged"), Outcome.done()),
                new Settlement(leases.get(2).token(), Outcome.snooze(Duration.ofHours(1)))));
    assertThat(answers)
        .containsExactly(
            new Settled(State.COMPLETED),
            new Settled(State.FAILED),
            Leasing.NOT_OURS,
            new Settled(State.SCHEDULED));
    assertThat(interposed.calls()).containsOnlyOnce("apply");
  }

  @Test
  @Promise("S2")
  void an_error_is_retried_by_the_policy_of_the_type_until_the_job_is_dead() {
    JobId patient = enqueue(NewJob.builder("type"));
    engine.settle(lease().token(), Outcome.retry("no luck"));
    assertThat(find(patient).state()).isEqualTo(State.SCHEDULED);
    JobId once = enqueue(NewJob.builder("once"));
    engine.settle(lease().token(), Outcome.retry("no luck"));
    assertThat(find(once).state()).isEqualTo(State.DEAD);
  }

  @Test
  void the_policy_of_a_job_overrides_that_of_its_type() {
    JobId id = enqueue(NewJob.builder("once").retry(RetryPolicy.DEFAULT));
    engine.settle(lease().token(), Outcome.retry("no luck"));
    assertThat(find(id).state()).isEqualTo(State.SCHEDULED);
  }

  @Test
  @Promise("S2")
  void a_rejected_job_is_dead_whatever_the_policy_allows_and_can_be_redriven() {
    JobId id = enqueue(NewJob.builder("type"));
    assertThat(engine.settle(lease().token(), Outcome.reject("cannot be read")))
        .isEqualTo(new Settled(State.DEAD));
    assertThat(find(id).failure()).contains(Failure.of("reject", "cannot be read"));
    assertThat(engine.attempts(id)).extracting(Attempt::ending).containsExactly(Ending.FAILED);
    engine.redrive(id);
    assertThat(lease().job().id()).isEqualTo(id);
  }

  @Test
  @Promise("S3")
  void a_job_that_is_cancelled_while_it_is_rejected_ends_as_cancelled() {
    JobId id = enqueue();
    Lease lease = lease();
    interposed.beforeNext("apply", () -> engine(backend).cancel(id));
    assertThat(engine.settle(lease.token(), Outcome.reject("too late")))
        .isEqualTo(new Settled(State.CANCELLED));
    assertThat(find(id).failure()).contains(Failure.of("reject", "too late"));
  }

  @Test
  @Promise("L2")
  void settling_late_is_refused_as_lease_lost_and_changes_nothing() {
    JobId id = enqueue();
    Lease late = lease();
    elapse(LEASE_DURATION.plusSeconds(1));
    Lease current = lease();
    for (Outcome outcome :
        List.of(
            Outcome.done("late"),
            Outcome.retry("late"),
            Outcome.fail("late"),
            Outcome.reject("late"),
            Outcome.snooze(Duration.ZERO),
            new Outcome.Release())) {
      assertThat(engine.settle(late.token(), outcome)).isEqualTo(Leasing.LOST);
    }
    assertThat(engine.extend(List.of(late.token()), LEASE_DURATION)).containsExactly(Leasing.LOST);
    assertThat(find(id)).isEqualTo(current.job());
  }

  @Test
  @Promise("L2")
  void settling_twice_is_refused_as_lease_lost() {
    JobId id = enqueue();
    Lease lease = lease();
    engine.settle(lease.token(), Outcome.done("first"));
    assertThat(engine.settle(lease.token(), Outcome.done("second"))).isEqualTo(Leasing.LOST);
    assertThat(engine.settle(lease.token(), Outcome.fail("third"))).isEqualTo(Leasing.LOST);
    assertThat(find(id).progress().result()).isEqualTo(Payload.of("first"));
  }

  @Test
  @Promise("L2")
  void a_job_leased_between_reading_and_writing_is_lost() {
    JobId id = enqueue();
    Lease lease = lease();
    interposed.beforeNext(
        "apply", () -> engine.settle(lease.token(), Outcome.done("another thread")));
    assertThat(engine.settle(lease.token(), Outcome.fail("mine"))).isEqualTo(Leasing.LOST);
    assertThat(find(id).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  @Promise("L2")
  @Seed("S4.7")
  void a_forged_or_foreign_token_is_invalid_everywhere() {
    enqueue();
    Lease lease = lease();
    var other = engine.tenant("other");
    assertThat(other.settle(lease.token(), Outcome.done())).isEqualTo(Leasing.NOT_OURS);
    assertThat(other.extend(List.of(lease.token()), LEASE_DURATION))
        .containsExactly(Leasing.NOT_OURS);
    assertThat(other.publish(lease.token(), List.of())).isEqualTo(Leasing.NOT_OURS);
    TaskToken forged = new TaskToken(lease.token().value().replace('A', 'B'));
    assertThat(engine.settle(forged, Outcome.done())).isEqualTo(Leasing.NOT_OURS);
    assertThat(engine.extend(List.of(forged), LEASE_DURATION)).containsExactly(Leasing.NOT_OURS);
    assertThat(engine.publish(forged, List.of())).isEqualTo(Leasing.NOT_OURS);
  }

  @Test
  void an_expired_token_is_valid_until_the_job_is_leased_again() {
    enqueue();
    Lease lease = lease();
    clock.advance(LEASE_DURATION.multipliedBy(10));
    assertThat(engine.settle(lease.token(), Outcome.done()))
        .isEqualTo(new Settled(State.COMPLETED));
  }

  @Test
  @Promise("S3")
  void a_job_that_is_cancelled_while_its_failure_is_written_ends_as_cancelled() {
    JobId id = enqueue();
    Lease lease = lease();
    interposed.beforeNext("apply", () -> engine(backend).cancel(id));
    assertThat(engine.settle(lease.token(), Outcome.fail("too late")))
        .isEqualTo(new Settled(State.CANCELLED));
    assertThat(find(id).failure()).isPresent();
  }

  @Test
  void a_token_is_valid_after_a_restart_and_on_every_engine_of_the_store() {
    enqueue();
    Lease lease = lease();
    assertThat(engine(backend).settle(lease.token(), Outcome.done()))
        .isEqualTo(new Settled(State.COMPLETED));
  }

  @Test
  void extending_returns_the_remaining_time_of_the_lease() {
    enqueue();
    Lease lease = lease();
    clock.advance(LEASE_DURATION.minusSeconds(1));
    assertThat(engine.extend(List.of(lease.token()), LEASE_DURATION))
        .containsExactly(new Extended(LEASE_DURATION, false));
  }

  @Test
  void a_lease_is_never_longer_than_the_timeout_of_the_job() {
    enqueue(NewJob.builder("type").timeout(Duration.ofSeconds(3)));
    assertThat(lease().leaseDuration()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  @Promise("X1")
  void an_outcome_beyond_limits_is_refused_and_the_lease_stays() {
    JobId id = enqueue();
    Lease lease = lease();
    SettleResult answer = engine.settle(lease.token(), Outcome.snooze(Duration.ofSeconds(-1)));
    assertThat(answer).isInstanceOf(Refused.class).extracting("code").isEqualTo(Code.INVALID_DELAY);
    assertThat(find(id).state()).isEqualTo(State.RUNNING);
  }

  @Test
  void every_lease_is_in_the_history() {
    JobId id = enqueue();
    engine.settle(lease().token(), new Outcome.Release());
    engine.settle(lease().token(), new Outcome.Fail(Failure.of("bad", "input")));
    assertThat(engine.attempts(id))
        .extracting(Attempt::ending)
        .containsExactly(Ending.RELEASED, Ending.FAILED);
  }
}
