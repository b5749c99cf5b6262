package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.Outcome;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.JobStore;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A waiting lease call is woken by new work: its patience is longer than an answer may take.
abstract class PatienceGroup extends JobStoreGroup {

  private static final Duration PATIENT = Duration.ofMinutes(1);

  private Background<List<Job>> waitingLease() {
    JobStore store = store();
    return Background.of(() -> store.lease(leaseQuery("patient", 1, LONG, PATIENT))).onceItWaits();
  }

  private static void assertGets(Background<List<Job>> waiting, Job job) {
    assertThat(waiting.answer()).extracting(Job::id).containsExactly(job.id());
  }

  @Test
  @Promise("L1")
  void a_waiting_lease_call_is_woken_by_a_new_job() {
    Background<List<Job>> waiting = waitingLease();
    assertGets(waiting, submit());
  }

  @Test
  @Promise("L5")
  void a_waiting_lease_call_is_woken_by_a_job_that_becomes_due() {
    Job job = submit(job().delay(SHORT));
    Background<List<Job>> waiting = waitingLease();
    elapse(SHORT);
    assertGets(waiting, job);
  }

  @Test
  @Promise("L1")
  void a_waiting_lease_call_is_woken_by_a_released_job() {
    submit();
    Job leased = lease();
    Background<List<Job>> waiting = waitingLease();
    assertDone(settle(leased, new Outcome.Release()));
    assertGets(waiting, leased);
  }

  @Test
  @Promise("L3")
  void a_waiting_lease_call_is_woken_by_a_job_whose_lease_expired() {
    Job leased = abandoned();
    Background<List<Job>> waiting = waitingLease();
    assertDone(giveBack(leased));
    assertGets(waiting, leased);
  }

  @Test
  @Promise("S2")
  void a_waiting_lease_call_is_woken_by_a_retried_job() {
    submit();
    Job leased = lease();
    Background<List<Job>> waiting = waitingLease();
    assertDone(settle(leased, Outcome.retry("again", SHORT)));
    elapse(SHORT);
    assertGets(waiting, leased);
  }

  @Test
  @Promise("D1")
  void a_waiting_lease_call_is_woken_by_a_redriven_job() {
    Job dead = dead();
    Background<List<Job>> waiting = waitingLease();
    assertDone(apply(Transitions.redriven(dead).orElseThrow()));
    assertGets(waiting, dead);
  }

  @Test
  @Promise("L1")
  void a_waiting_lease_call_is_woken_when_its_queue_is_resumed() {
    Job job = submit();
    store().pause(queue(), true);
    Background<List<Job>> waiting = waitingLease();
    store().pause(queue(), false);
    assertGets(waiting, job);
  }

  @Test
  @Promise("L1")
  void many_waiting_lease_calls_share_new_jobs() {
    List<Background<List<Job>>> waiting =
        IntStream.range(0, 8).mapToObj(_ -> waitingLease()).toList();
    List<Job> jobs = submitMany(8);
    assertThat(waiting.stream().flatMap(call -> call.answer().stream()).map(Job::id))
        .containsExactlyInAnyOrderElementsOf(jobs.stream().map(Job::id).toList());
  }

  @Test
  @Promise("L1")
  void a_lease_call_does_not_wait_for_more_jobs_than_are_ready() {
    submit();
    assertThat(
            Background.of(() -> store().lease(leaseQuery("patient", 10, LONG, PATIENT))).answer())
        .hasSize(1);
  }

  @Test
  @Promise("L1")
  void a_lease_call_returns_no_jobs_when_its_wait_is_over() {
    long start = System.nanoTime();
    assertThat(store().lease(leaseQuery("patient", 1, LONG, SHORT))).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(SHORT.dividedBy(2));
  }

  @Test
  @Promise({"L1", "E3"})
  void an_interrupted_lease_call_fails_and_loses_no_job() {
    Background<List<Job>> waiting = waitingLease();
    waiting.interrupt();
    WaybillException thrown = catchThrowableOfType(WaybillException.class, waiting::answer);
    assertThat(thrown.code()).isEqualTo(Code.INTERRUPTED);
    Job job = submit();
    assertThat(lease().id()).isEqualTo(job.id());
  }
}
