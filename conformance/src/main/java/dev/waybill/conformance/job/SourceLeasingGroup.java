package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Workers lease jobs; each job has one worker.
abstract class SourceLeasingGroup {

  private final JobSourceConformance source;

  SourceLeasingGroup(JobSourceConformance source) {
    this.source = source;
  }

  @Test
  void a_lease_contains_the_job_as_enqueued() {
    Payload bytes = Payload.of(new byte[] {0, -1, 13, 10, '{'});
    NewJob.Builder wanted =
        NewJob.builder("some.type").payload(bytes).tags("a", "b").correlationId("together");
    JobId id = source.submit(wanted);
    Lease lease = source.lease();
    assertThat(lease.job().id()).isEqualTo(id);
    assertThat(lease.job().type()).isEqualTo("some.type");
    assertThat(lease.job().payload()).isEqualTo(bytes);
    assertThat(lease.job().tags()).containsExactly("a", "b");
    assertThat(lease.job().request().correlationId()).isEqualTo("together");
    assertThat(lease.job().state()).isEqualTo(State.RUNNING);
    assertThat(lease.job().progress().worker()).isEqualTo("tester");
    assertThat(lease.leaseDuration()).isEqualTo(JobSourceConformance.LEASE_DURATION);
  }

  @Test
  void a_large_payload_can_be_read_by_the_worker() {
    Payload large = Payload.of("x".repeat(300_000));
    source.submit(NewJob.builder("type").payload(large));
    assertThat(source.lease().job().payload().text()).isEqualTo(large.text());
  }

  @Test
  void without_a_wait_an_empty_queue_is_answered_at_once() {
    assertThat(source.waybill().lease(source.request())).isEmpty();
  }

  @Test
  void a_wait_that_ends_returns_no_jobs() {
    Duration patience = Duration.ofMillis(300);
    long before = System.nanoTime();
    assertThat(source.waybill().lease(source.request().withPatience(patience))).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(patience.dividedBy(2));
  }

  @Test
  @Promise("L1")
  void a_waiting_worker_is_woken_by_a_job() {
    Background<List<Lease>> waiting = source.waiting();
    JobId id = source.submit();
    assertThat(waiting.answer()).extracting(lease -> lease.job().id()).containsExactly(id);
  }

  @Test
  @Promise("L1")
  void a_waiting_worker_is_woken_by_a_released_job() {
    Lease first = source.submitted();
    Background<List<Lease>> waiting = source.waiting();
    source.settle(first, new Outcome.Release());
    assertThat(waiting.answer()).extracting(l -> l.job().id()).containsExactly(first.job().id());
  }

  @Test
  @Promise("L1")
  void a_lease_call_does_not_wait_for_more_jobs() {
    source.submitMany(2);
    List<Lease> leases =
        Background.of(
                () ->
                    source
                        .waybill()
                        .lease(
                            source
                                .request()
                                .withMax(10)
                                .withPatience(JobSourceConformance.PATIENT)))
            .answer();
    assertThat(leases).hasSize(2);
  }

  @Test
  @Promise({"L1", "E3"})
  void an_interrupt_ends_the_wait_and_loses_no_job() {
    Background<List<Lease>> waiting = source.waiting();
    waiting.interrupt();
    JobSourceConformance.assertThrows(Code.INTERRUPTED, waiting::answer);
    JobId id = source.submit();
    assertThat(source.lease().job().id()).isEqualTo(id);
    assertNothingCounted(id);
  }

  @Test
  @Promise({"L1", "E3"})
  void interrupts_during_new_jobs_lose_none() {
    List<JobId> ids = new ArrayList<>();
    List<Lease> taken = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Background<List<Lease>> waiting = source.waiting();
      Background<JobId> adding = Background.of(source::submit);
      waiting.interrupt();
      ids.add(adding.answer());
      try {
        taken.addAll(waiting.answer());
      } catch (dev.waybill.WaybillException interrupted) {
        assertThat(interrupted.code()).isEqualTo(Code.INTERRUPTED);
      }
    }
    while (taken.size() < ids.size()) {
      taken.add(source.lease());
    }
    assertThat(taken.stream().map(Lease::job).map(Job::id))
        .containsExactlyInAnyOrderElementsOf(ids);
    ids.forEach(this::assertNothingCounted);
  }

  @Test
  @Promise("L1")
  void concurrent_workers_lease_each_job_once() {
    List<JobId> ids = source.submitMany(200);
    List<JobId> taken =
        Background.together(
                16,
                () ->
                    IntStream.range(0, 20)
                        .mapToObj(_ -> source.waybill().lease(source.request().withMax(3)))
                        .flatMap(List::stream)
                        .map(lease -> lease.job().id())
                        .toList())
            .stream()
            .flatMap(List::stream)
            .toList();
    assertThat(taken).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  @Promise("X1")
  void invalid_lease_calls_are_refused() {
    var request = source.request();
    var waybill = source.waybill();
    JobSourceConformance.assertThrows(
        Code.INVALID_ARGUMENT, () -> waybill.lease(request.withMax(0)));
    JobSourceConformance.assertThrows(
        Code.INVALID_ARGUMENT, () -> waybill.lease(request.withMax(1_001)));
    JobSourceConformance.assertThrows(
        Code.INVALID_ARGUMENT, () -> waybill.lease(request.withLeaseDuration(Duration.ZERO)));
    JobSourceConformance.assertThrows(
        Code.INVALID_ARGUMENT, () -> waybill.lease(request.withPatience(Duration.ofHours(1))));
    JobSourceConformance.assertThrows(
        Code.INVALID_ARGUMENT, () -> waybill.lease(request.withPatience(Duration.ofMillis(-1))));
    JobSourceConformance.assertThrows(
        Code.INVALID_NAME,
        () -> waybill.lease(dev.waybill.LeaseRequest.of("not a queue", "tester")));
  }

  /// Asserts that neither an error nor a crash was counted; at most, the job was released before.
  private void assertNothingCounted(JobId id) {
    assertThat(source.find(id).progress().errors()).isZero();
    assertThat(source.find(id).progress().crashes()).isZero();
    assertThat(source.waybill().attempts(id))
        .extracting(Attempt::ending)
        .allMatch(ending -> ending == null || ending == Attempt.Ending.RELEASED);
  }
}
