package dev.waybill.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.LeaseRequest;
import dev.waybill.NewEvent;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.Waybill;
import dev.waybill.WaybillException;
import dev.waybill.conformance.Promise;
import dev.waybill.result.EnqueueResult;
import dev.waybill.result.Enqueued;
import dev.waybill.result.Published;
import dev.waybill.result.Settled;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Lost answers and restarts lose and duplicate nothing.
@Timeout(180)
final class FaultTest {

  private @TempDir Path folder;
  private Served served;
  private CuttingProxy proxy;
  private Waybill remote;

  @BeforeEach
  void connect() throws IOException {
    served = Served.in(folder);
    proxy = CuttingProxy.to(served.port());
    remote = Waybill.connect(proxy.address());
  }

  @AfterEach
  void close() throws IOException {
    remote.close();
    proxy.close();
    served.close();
  }

  @Test
  @Promise("E2")
  void an_enqueue_with_a_lost_answer_creates_one_job() {
    proxy.cutReplies(2);
    Enqueued enqueued = remote.enqueue(NewJob.of("t", "once"));
    assertThat(proxy.repliesLeftToCut()).as("two answers were lost").isZero();
    assertThat(enqueued.duplicate()).as("not a duplicate for the caller").isFalse();
    assertThat(jobs()).extracting(Job::id).containsExactly(enqueued.id());
  }

  @Test
  @Promise("E2")
  void a_batch_with_a_lost_answer_creates_each_job_once() {
    List<NewJob> wanted = Collections.nCopies(50, NewJob.of("t", "same"));
    proxy.cutReplies(2);
    List<EnqueueResult> answers = remote.enqueueAll(wanted);
    assertThat(proxy.repliesLeftToCut()).isZero();
    Set<JobId> ids =
        answers.stream().map(answer -> ((Enqueued) answer).id()).collect(Collectors.toSet());
    assertThat(ids).hasSize(50);
    assertThat(jobs().stream().map(Job::id)).containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  @Promise("S1")
  void a_settlement_with_a_lost_answer_is_applied_once_and_answered_again() {
    JobId id = remote.enqueue(NewJob.of("t", "")).id();
    Lease lease = remote.lease(LeaseRequest.of("default", "w")).getFirst();
    proxy.cutReplies(1);
    assertThat(remote.settle(lease.token(), Outcome.done("r")))
        .isEqualTo(new Settled(State.COMPLETED));
    Job job = served.store().find(id).orElseThrow();
    assertThat(job.state()).isEqualTo(State.COMPLETED);
    assertThat(job.result()).contains(Payload.of("r"));
  }

  @Test
  @Promise("V1")
  void events_with_a_lost_answer_are_stored_once() {
    JobId id = remote.enqueue(NewJob.of("t", "")).id();
    Lease lease = remote.lease(LeaseRequest.of("default", "w")).getFirst();
    proxy.cutReplies(1);
    assertThat(remote.publish(lease.token(), List.of(NewEvent.of(0, "e", "x"))))
        .isEqualTo(new Published(0, 1));
    assertThat(served.store().events(id, dev.waybill.EventCursor.START, 10)).hasSize(1);
  }

  @Test
  @Promise("L3")
  void jobs_leased_in_a_lost_answer_return_when_the_lease_expires() {
    JobId id = remote.enqueue(NewJob.of("t", "")).id();
    LeaseRequest request =
        LeaseRequest.of("default", "w")
            .withLeaseDuration(Duration.ofMillis(300))
            .withPatience(Duration.ofSeconds(9));
    proxy.cutReplies(1);
    List<Lease> leases = remote.lease(request);
    assertThat(leases).extracting(lease -> lease.job().id()).containsExactly(id);
    assertThat(leases.getFirst().job().attempt()).isEqualTo(2);
  }

  @Test
  void a_change_that_may_have_been_received_is_not_repeated() {
    JobId id = remote.enqueue(NewJob.of("t", "")).id();
    proxy.cutReplies(1);
    WaybillException unknown =
        RemoteWaybillTest.assertFails(Code.UNAVAILABLE, () -> remote.cancel(id));
    assertThat(unknown).hasMessageContaining("may have been applied");
    assertThat(served.store().find(id).orElseThrow().state()).isEqualTo(State.CANCELLED);
  }

  @Test
  @Promise({"E1", "E2"})
  void a_restart_under_load_loses_and_duplicates_nothing() throws InterruptedException {
    Set<JobId> accepted = ConcurrentHashMap.newKeySet();
    Set<JobId> completed = ConcurrentHashMap.newKeySet();
    try (Waybill direct = served.connect()) {
      List<Thread> callers =
          IntStream.range(0, 8)
              .mapToObj(_ -> Thread.startVirtualThread(() -> produce(direct, accepted)))
              .toList();
      Thread worker = Thread.startVirtualThread(() -> drain(direct, completed, 8 * 60));
      for (int i = 0; i < 3; i++) {
        int before = i * 60;
        dev.waybill.conformance.Eventually.eventually(
            () -> assertThat(accepted).hasSizeGreaterThan(before));
        served.stop();
        served.startAgain();
      }
      for (Thread caller : callers) {
        caller.join();
      }
      worker.join();
    }
    assertThat(accepted).hasSize(8 * 60);
    assertThat(jobs().stream().map(Job::id)).containsExactlyInAnyOrderElementsOf(accepted);
    assertThat(jobs()).allMatch(job -> job.state() == State.COMPLETED);
    assertThat(completed).containsExactlyInAnyOrderElementsOf(accepted);
  }

  private static void produce(Waybill waybill, Set<JobId> accepted) {
    for (int i = 0; i < 60; i++) {
      accepted.add(waybill.enqueue(NewJob.of("t", "n" + i)).id());
    }
  }

  private void drain(Waybill waybill, Set<JobId> completed, int count) {
    LeaseRequest request =
        LeaseRequest.of("default", "w")
            .withMax(50)
            .withLeaseDuration(Duration.ofSeconds(2))
            .withPatience(Duration.ofSeconds(5));
    while (completed.size() < count) {
      for (Lease lease : waybill.lease(request)) {
        JobId id = lease.job().id();
        boolean settled = waybill.settle(lease.token(), Outcome.done()) instanceof Settled;
        if (settled || served.store().find(id).orElseThrow().state() == State.COMPLETED) {
          completed.add(id);
        }
      }
    }
  }

  @Test
  void a_short_outage_is_waited_for() throws InterruptedException {
    served.stop();
    Thread back = Thread.startVirtualThread(served::startAgain);
    try (Waybill direct = served.connect()) {
      assertThat(direct.enqueue(NewJob.of("t", "")).duplicate()).isFalse();
    }
    back.join();
  }

  @Test
  void a_long_outage_is_reported() {
    try (Waybill hasty = served.connect(Duration.ofMillis(400))) {
      served.stop();
      long before = System.nanoTime();
      WaybillException away =
          RemoteWaybillTest.assertFails(Code.UNAVAILABLE, () -> hasty.enqueue(NewJob.of("t", "")));
      assertThat(away)
          .hasMessageContaining("cannot reach http://127.0.0.1:" + served.port())
          .hasMessageContaining("400ms");
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
    }
    served.startAgain();
  }

  private List<Job> jobs() {
    return served.store().list(JobFilter.ALL, Page.Request.first(1_000)).items();
  }
}
