package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.Payload;
import dev.waybill.State;
import dev.waybill.conformance.Background;
import dev.waybill.conformance.Promise;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

abstract class LeasingGroup extends JobStoreGroup {

  @Test
  @Promise("L1")
  void a_leased_job_is_running_and_names_its_worker() {
    Job job = submit();
    Job leased = lease("worker-7", LONG);
    assertThat(leased.id()).isEqualTo(job.id());
    assertThat(leased.state()).isEqualTo(State.RUNNING);
    assertThat(leased.attempt()).isEqualTo(job.attempt());
    assertThat(leased.request()).isEqualTo(job.request());
    assertThat(leased.progress().worker()).isEqualTo("worker-7");
    assertThat(leased.progress().leaseUntil()).isAfter(now()).isBeforeOrEqualTo(now().plus(LONG));
    assertThat(found(job)).isEqualTo(leased);
  }

  @Test
  @Promise("L1")
  void a_leased_job_is_not_leased_again() {
    submit();
    lease();
    assertNothingToLease();
  }

  @Test
  @Promise("L1")
  void a_job_is_leased_from_its_own_queue_only() {
    submit(job().queue("elsewhere"));
    assertNothingToLease();
  }

  @Test
  @Promise("L1")
  void no_more_jobs_are_leased_than_requested() {
    submitMany(5);
    assertThat(store().lease(leaseQuery("worker", 3, LONG))).hasSize(3);
    assertThat(store().lease(leaseQuery("worker", 3, LONG))).hasSize(2);
  }

  @Test
  @Promise("L1")
  void leased_payloads_are_limited_in_bytes_but_one_job_is_always_leased() {
    for (int i = 0; i < 7; i++) {
      submit(job().payload("x".repeat(1_000)));
    }
    assertThat(store().lease(upTo(2_001))).hasSize(3);
    assertThat(store().lease(upTo(2_000))).hasSize(2);
    assertThat(store().lease(upTo(1))).hasSize(1);
    assertThat(store().lease(upTo(1_000_000))).hasSize(1);
  }

  @Test
  @Promise("L1")
  void a_claim_counts_with_the_size_of_its_blob_even_after_a_crash() {
    for (int i = 0; i < 6; i++) {
      submit(job().payload(Payload.claim("blob-" + i, 1_000_000)).tags("a", "b"));
    }
    assertThat(store().lease(upTo(2_000_000))).hasSize(2);
    crash();
    assertThat(store().lease(upTo(2_000_000))).hasSize(2);
  }

  private LeaseQuery upTo(int bytes) {
    return new LeaseQuery(queue(), "worker", 10, LONG, NOW, bytes);
  }

  @Test
  @Promise("L1")
  void sixteen_workers_lease_a_thousand_jobs_without_overlap() {
    List<Job> jobs = submitMany(1_000);
    AtomicInteger worker = new AtomicInteger();
    List<JobId> leased =
        Background.together(16, () -> leaseAll("worker-" + worker.incrementAndGet())).stream()
            .flatMap(List::stream)
            .toList();
    assertThat(leased).doesNotHaveDuplicates();
    assertThat(leased).containsExactlyInAnyOrderElementsOf(jobs.stream().map(Job::id).toList());
  }

  private List<JobId> leaseAll(String worker) {
    List<JobId> mine = new ArrayList<>();
    List<Job> some = store().lease(leaseQuery(worker, 7, LONG));
    while (!some.isEmpty()) {
      some.forEach(job -> mine.add(job.id()));
      some = store().lease(leaseQuery(worker, 7, LONG));
    }
    return mine;
  }

  @Test
  @Promise("L1")
  void a_job_with_an_expired_lease_is_not_leased_before_maintenance() {
    Job leased = abandoned();
    assertNothingToLease();
    assertDone(giveBack(leased));
    assertThat(lease("second", LONG).attempt()).isEqualTo(leased.attempt() + 1);
  }

  @Test
  @Promise("L1")
  void extending_moves_the_expiry_of_the_lease() {
    submit();
    Job leased = lease("worker", SHORT);
    assertThat(extended(leased, LONG).remaining()).isGreaterThan(SHORT).isLessThanOrEqualTo(LONG);
    assertThat(found(leased).progress().leaseUntil()).isAfter(leaseUntil(leased));
    elapse(SHORT.plusMillis(1));
    assertThat(overdueHere()).isEmpty();
  }

  @Test
  @Promise("L1")
  void extending_counts_from_now_so_it_can_shorten_a_lease() {
    submit();
    Job leased = lease("worker", LONG);
    assertThat(extended(leased, SHORT).remaining()).isLessThanOrEqualTo(SHORT);
    elapse(SHORT.plusMillis(1));
    assertThat(overdueHere()).extracting(Job::id).containsExactly(leased.id());
  }

  @Test
  @Promise("L1")
  void a_lease_is_not_extended_beyond_the_timeout_of_the_job() {
    Duration timeout = SHORT.multipliedBy(2);
    submit(job().timeout(timeout));
    Job leased = lease("worker", SHORT);
    assertThat(extended(leased, LONG).remaining()).isLessThanOrEqualTo(timeout);
    Instant until = leaseUntil(found(leased));
    eventually(() -> assertThat(until).isEqualTo(onlyAttempt(leased).startedAt().plus(timeout)));
    elapse(timeout.plusMillis(1));
    assertThat(overdueHere()).extracting(Job::id).containsExactly(leased.id());
  }

  @Test
  @Promise("L1")
  void a_timeout_counts_from_the_start_of_each_attempt() {
    submit(job().timeout(LONG));
    Job first = lease("worker", SHORT);
    elapse(SHORT.plusMillis(1));
    assertDone(giveBack(first));
    Job second = lease("worker", SHORT);
    extended(second, LONG.multipliedBy(2));
    assertThat(leaseUntil(found(second))).isAfter(leaseUntil(first).plus(LONG).minus(SHORT));
  }

  private Attempt onlyAttempt(Job job) {
    assertThat(store().attempts(key(job))).hasSize(1);
    return store().attempts(key(job)).getFirst();
  }

  private static Instant leaseUntil(Job job) {
    return Objects.requireNonNull(job.progress().leaseUntil());
  }

  @Test
  @Promise("L1")
  void no_job_of_a_paused_queue_is_leased_until_it_is_resumed() {
    submit();
    store().pause(queue(), true);
    assertNothingToLease();
    store().pause(queue(), false);
    lease();
  }

  @Test
  @Promise("L1")
  void a_paused_queue_accepts_jobs_and_running_ones_continue() {
    submit();
    Job leased = lease();
    store().pause(queue(), true);
    submit();
    extended(leased, LONG);
    assertDone(complete(leased));
    assertNothingToLease();
  }

  @Test
  @Promise("L1")
  void pausing_one_queue_does_not_affect_others() {
    submit();
    store().pause(new QueueKey(tenant, "elsewhere"), true);
    lease();
  }
}
