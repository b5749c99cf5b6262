package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Failure;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.Settlement;
import dev.waybill.State;
import dev.waybill.TaskToken;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.Seed;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.Changed;
import dev.waybill.result.Refused;
import dev.waybill.result.SettleResult;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// An attempt ends once, with the outcome of its worker.
abstract class SourceSettlingGroup {

  private final JobSourceConformance source;

  SourceSettlingGroup(JobSourceConformance source) {
    this.source = source;
  }

  private static void assertRefused(Code code, SettleResult answer) {
    assertThat(answer)
        .isInstanceOfSatisfying(Refused.class, r -> assertThat(r.code()).isEqualTo(code));
  }

  @Test
  @Promise("S1")
  void done_completes_the_job_with_its_result() {
    Lease lease = source.submitted();
    Payload result = Payload.of(new byte[] {1, 0, -128});
    JobSourceConformance.assertSettled(
        source.settle(lease, new Outcome.Done(result)), State.COMPLETED);
    assertThat(source.find(lease.job().id()).result()).contains(result);
  }

  @Test
  void a_large_result_can_be_read_back() {
    Lease lease = source.submitted();
    String large = "y".repeat(300_000);
    JobSourceConformance.assertSettled(source.settle(lease, Outcome.done(large)), State.COMPLETED);
    assertThat(source.find(lease.job().id()).result().orElseThrow().text()).isEqualTo(large);
  }

  @Test
  @Promise("S2")
  void retry_delays_the_job_and_keeps_the_error() {
    Lease lease = source.submitted();
    Failure failure = new Failure("some.Error", "did not work: \"ü\"", "at line 1\nat line 2");
    Duration hour = Duration.ofHours(1);
    JobSourceConformance.assertSettled(
        source.settle(lease, new Outcome.Retry(failure, hour)), State.SCHEDULED);
    Job job = source.find(lease.job().id());
    assertThat(job.progress().failure()).isEqualTo(failure);
    assertThat(job.progress().errors()).isEqualTo(1);
  }

  @Test
  @Promise("S2")
  void fail_ends_the_job() {
    Lease lease = source.submitted();
    JobSourceConformance.assertSettled(source.settle(lease, Outcome.fail("never")), State.FAILED);
    assertThat(Objects.requireNonNull(source.find(lease.job().id()).progress().failure()).message())
        .isEqualTo("never");
  }

  @Test
  @Promise("S2")
  void reject_makes_a_dead_letter_at_once_that_can_be_redriven() {
    Lease lease = source.submitted();
    Failure failure = new Failure("unreadable", "not JSON: \"ü\"", "at line 1");
    JobSourceConformance.assertSettled(
        source.settle(lease, new Outcome.Reject(failure)), State.DEAD);
    Job job = source.find(lease.job().id());
    assertThat(job.progress().failure()).isEqualTo(failure);
    assertThat(job.progress().errors()).isEqualTo(1);
    source.waybill().redrive(job.id());
    assertThat(source.lease().job().id()).isEqualTo(job.id());
  }

  @Test
  @Promise("S2")
  void snooze_delays_the_job_with_unchanged_counts() {
    Lease lease = source.submitted();
    JobSourceConformance.assertSettled(
        source.settle(lease, Outcome.snooze(Duration.ofHours(1))), State.SCHEDULED);
    assertThat(source.find(lease.job().id()).progress().errors()).isZero();
  }

  @Test
  @Promise("L3")
  void release_returns_the_job_at_once() {
    Lease lease = source.submitted();
    JobSourceConformance.assertSettled(source.settle(lease, new Outcome.Release()), State.QUEUED);
    assertThat(source.lease().job().id()).isEqualTo(lease.job().id());
  }

  @Test
  @Promise("S3")
  void a_job_asked_to_stop_ends_as_cancelled() {
    Lease lease = source.submitted();
    source.waybill().cancel(lease.job().id());
    JobSourceConformance.assertSettled(
        source.settle(lease, Outcome.retry("stopped")), State.CANCELLED);
  }

  @Test
  @Promise({"L2", "S1"})
  void a_second_outcome_is_refused_and_changes_nothing() {
    Lease lease = source.submitted();
    source.settle(lease, Outcome.done("first"));
    assertRefused(Code.LEASE_LOST, source.settle(lease, Outcome.done("second")));
    assertRefused(Code.LEASE_LOST, source.settle(lease, Outcome.fail("third")));
    assertThat(source.find(lease.job().id()).result()).contains(Payload.of("first"));
  }

  @Test
  @Seed("S4.13")
  @Promise({"L2", "S1"})
  void a_repeated_settlement_gets_the_first_answer() {
    Failure failure = new Failure("some.Error", "did not work", "at line 1");
    assertRepeats(Outcome.done("result"), State.COMPLETED);
    assertRepeats(Outcome.done("y".repeat(300_000)), State.COMPLETED);
    assertRepeats(new Outcome.Retry(failure, Duration.ofHours(1)), State.SCHEDULED);
    assertRepeats(new Outcome.Fail(failure), State.FAILED);
    assertRepeats(new Outcome.Reject(failure), State.DEAD);
    assertRepeats(Outcome.snooze(Duration.ofHours(1)), State.SCHEDULED);
  }

  private void assertRepeats(Outcome outcome, State state) {
    Lease lease = source.submitted();
    JobSourceConformance.assertSettled(source.settle(lease, outcome), state);
    Job before = source.find(lease.job().id());
    JobSourceConformance.assertSettled(source.settle(lease, outcome), state);
    assertRefused(Code.LEASE_LOST, source.settle(lease, Outcome.done("something else")));
    assertRefused(Code.LEASE_LOST, source.settle(lease, Outcome.fail("something else")));
    Job after = source.find(lease.job().id());
    assertThat(after.progress().attempt()).isEqualTo(before.progress().attempt());
    assertThat(after.progress().errors()).isEqualTo(before.progress().errors());
    assertThat(after.progress().updatedAt()).isEqualTo(before.progress().updatedAt());
    assertThat(after.result().map(Payload::text)).isEqualTo(before.result().map(Payload::text));
  }

  @Test
  @Promise("L2")
  void a_repeated_settlement_is_recognized_after_the_job_continued() {
    Lease first = source.submitted();
    source.settle(first, new Outcome.Release());
    Lease second = source.lease();
    JobSourceConformance.assertSettled(source.settle(first, new Outcome.Release()), State.QUEUED);
    assertThat(source.find(first.job().id()).state()).isEqualTo(State.RUNNING);
    JobSourceConformance.assertSettled(source.settle(second, Outcome.done()), State.COMPLETED);
    assertRefused(Code.LEASE_LOST, source.settle(first, Outcome.done()));
  }

  @Test
  @Promise({"L2", "S3"})
  void stopping_a_cancelled_job_is_idempotent() {
    Lease lease = source.submitted();
    source.waybill().cancel(lease.job().id());
    Outcome stopped = Outcome.retry("stopped");
    JobSourceConformance.assertSettled(source.settle(lease, stopped), State.CANCELLED);
    JobSourceConformance.assertSettled(source.settle(lease, stopped), State.CANCELLED);
    assertRefused(Code.LEASE_LOST, source.settle(lease, Outcome.done()));
  }

  @Test
  @Promise({"S1", "S3"})
  void cancelling_again_changes_nothing_and_succeeds() {
    JobId waiting = source.submit();
    assertThat(cancelled(waiting)).isEqualTo(cancelled(waiting)).isEqualTo(State.CANCELLED);
    Lease lease = source.submitted();
    JobId running = lease.job().id();
    assertThat(cancelled(running)).isEqualTo(cancelled(running)).isEqualTo(State.RUNNING);
    source.settle(lease, Outcome.done());
    assertThat(source.waybill().cancel(running))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(Code.WRONG_STATE));
  }

  private State cancelled(JobId id) {
    ChangeResult answer = source.waybill().cancel(id);
    assertThat(answer).isInstanceOf(Changed.class);
    return ((Changed) answer).job().state();
  }

  @Test
  @Promise("L2")
  void a_stale_or_forged_token_settles_nothing() {
    Lease first = source.submitted();
    source.settle(first, new Outcome.Release());
    Lease second = source.lease();
    TaskToken forged = JobSourceConformance.forged(second.token());
    assertRefused(Code.LEASE_LOST, source.settle(first, Outcome.done("stale")));
    assertRefused(Code.INVALID_TOKEN, source.waybill().settle(forged, Outcome.done("forged")));
    assertThat(source.find(first.job().id()).state()).isEqualTo(State.RUNNING);
  }

  @Test
  @Promise("L2")
  void settlements_are_answered_in_order_and_refused_ones_do_not_affect_others() {
    source.submitMany(4);
    List<Lease> leases = source.waybill().lease(source.request().withMax(4));
    TaskToken forged = JobSourceConformance.forged(leases.get(1).token());
    List<SettleResult> answers =
        source
            .waybill()
            .settle(
                List.of(
                    new Settlement(leases.get(0).token(), Outcome.done()),
                    new Settlement(forged, Outcome.done()),
                    new Settlement(leases.get(2).token(), Outcome.snooze(Duration.ofSeconds(-1))),
                    new Settlement(leases.get(3).token(), Outcome.fail("no"))));
    assertThat(answers).hasSize(4);
    JobSourceConformance.assertSettled(answers.get(0), State.COMPLETED);
    assertRefused(Code.INVALID_TOKEN, answers.get(1));
    assertRefused(Code.INVALID_DELAY, answers.get(2));
    JobSourceConformance.assertSettled(answers.get(3), State.FAILED);
  }

  @Test
  @Promise("L4")
  void released_jobs_keep_their_order() {
    List<JobId> accepted = source.submitMany(6);
    List<Lease> leases = source.waybill().lease(source.request().withMax(4));
    source.settle(leases.get(2), new Outcome.Release());
    source.waybill().settle(Settlement.releases(List.of(leases.get(0), leases.get(3))));
    source.settle(leases.get(1), new Outcome.Release());
    assertThat(source.waybill().lease(source.request().withMax(6)))
        .extracting(lease -> lease.job().id())
        .isEqualTo(accepted);
  }

  @Test
  @Promise("X1")
  void settling_nothing_returns_an_empty_list_and_too_many_are_refused() {
    Settlement one = new Settlement(source.submitted().token(), Outcome.done());
    assertThat(source.waybill().settle(List.of())).isEmpty();
    JobSourceConformance.assertThrows(
        Code.TOO_MANY_ITEMS, () -> source.waybill().settle(Collections.nCopies(1_001, one)));
  }

  @Test
  @Promise("E3")
  void an_interrupt_does_not_prevent_settling() {
    Lease lease = source.submitted();
    SettleResult answer =
        Background.of(
                () -> {
                  Thread.currentThread().interrupt();
                  SettleResult settled = source.settle(lease, new Outcome.Release());
                  assertThat(Thread.interrupted()).as("is still there").isTrue();
                  return settled;
                })
            .answer();
    JobSourceConformance.assertSettled(answer, State.QUEUED);
  }
}
