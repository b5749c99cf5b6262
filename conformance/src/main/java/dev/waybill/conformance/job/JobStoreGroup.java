package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Payload;
import dev.waybill.RetryPolicy;
import dev.waybill.conformance.BackendFixture;
import dev.waybill.conformance.ManualClock;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/// The base of the groups of [JobStoreConformance]: a fixture for each test, and methods for steps
/// on jobs.
@Timeout(300)
public abstract class JobStoreGroup {

  static final String QUEUE = "work";
  static final Duration NOW = Duration.ZERO;

  /// Passes soon, also on a real clock.
  static final Duration SHORT = Duration.ofMillis(300);

  /// Does not pass during a test.
  static final Duration LONG = Duration.ofMinutes(10);

  static final RetryPolicy POLICY =
      RetryPolicy.DEFAULT.withJitter(0).withDelays(Duration.ZERO, 1, Duration.ZERO);

  final String tenant = Drafts.freshTenant();
  public BackendFixture fixture;

  /// Opens the backend under test.
  abstract BackendFixture open(Settings settings);

  @BeforeEach
  void openFixture() {
    fixture = open(settings());
  }

  @AfterEach
  void closeFixture() {
    fixture.close();
  }

  public Settings settings() {
    return Settings.DEFAULT.withMaintenanceEvery(null);
  }

  JobStore store() {
    return fixture.backend().jobs();
  }

  Instant now() {
    return fixture.clock().instant();
  }

  NewJob.Builder job() {
    return NewJob.builder("demo").queue(QUEUE).payload("some work");
  }

  Draft draft(NewJob.Builder job) {
    return Drafts.draft(tenant, job.build());
  }

  Appended append(Draft draft) {
    return store().append(List.of(draft)).getFirst();
  }

  Job submit() {
    return submit(job());
  }

  Job submit(NewJob.Builder job) {
    return submit(draft(job));
  }

  Job submit(Draft draft) {
    accepted(append(draft));
    return found(draft);
  }

  List<Job> submitMany(int count) {
    List<Draft> drafts =
        IntStream.range(0, count).mapToObj(n -> draft(job().payload("work " + n))).toList();
    store().append(drafts).forEach(JobStoreGroup::accepted);
    return drafts.stream().map(this::found).toList();
  }

  static void accepted(Appended answer) {
    assertThat(answer).isInstanceOf(Appended.New.class);
  }

  /// The answer to a repeated request.
  Appended.Duplicate duplicate(Job job) {
    Job now = found(job);
    return new Appended.Duplicate(now.id(), now.state(), now.createdAt());
  }

  Job found(Draft draft) {
    return store().find(draft.key()).orElseThrow();
  }

  LeaseQuery leaseQuery(String worker, int max, Duration leaseDuration) {
    return leaseQuery(worker, max, leaseDuration, NOW);
  }

  LeaseQuery leaseQuery(String worker, int max, Duration leaseDuration, Duration patience) {
    return new LeaseQuery(queue(), worker, max, leaseDuration, patience);
  }

  QueueKey queue() {
    return new QueueKey(tenant, QUEUE);
  }

  Job lease() {
    return lease("worker", LONG);
  }

  Job lease(String worker, Duration leaseDuration) {
    List<Job> leased = store().lease(leaseQuery(worker, 1, leaseDuration));
    assertThat(leased).hasSize(1);
    return leased.getFirst();
  }

  void assertNothingToLease() {
    assertThat(store().lease(leaseQuery("nobody", 10, LONG))).isEmpty();
  }

  static JobKey key(Job job) {
    return new JobKey(job.tenant(), job.id());
  }

  static LeaseKey leaseOf(Job job) {
    return new LeaseKey(key(job), job.attempt());
  }

  Job found(Job job) {
    return store().find(key(job)).orElseThrow();
  }

  Applied apply(Step step) {
    return store().apply(List.of(step)).getFirst();
  }

  Applied settle(Job leased, Outcome outcome) {
    return apply(Transitions.settled(leased, outcome, POLICY, 0.5));
  }

  Applied complete(Job leased) {
    return apply(Transitions.completed(leaseOf(leased), Payload.of("done")));
  }

  LeaseExtension extend(Job leased, Duration leaseDuration) {
    return store().extend(List.of(leaseOf(leased)), leaseDuration).getFirst();
  }

  LeaseExtension.Held extended(Job leased, Duration leaseDuration) {
    LeaseExtension answer = extend(leased, leaseDuration);
    assertThat(answer).isInstanceOf(LeaseExtension.Held.class);
    return (LeaseExtension.Held) answer;
  }

  void cancel(Job job) {
    assertDone(apply(Transitions.cancelled(found(job)).orElseThrow()));
  }

  static void assertDone(Applied answer) {
    assertThat(answer).isInstanceOf(Applied.Done.class);
  }

  static void assertStale(Applied answer) {
    assertThat(answer).isEqualTo(new Applied.Stale());
  }

  void elapse(Duration step) {
    fixture.elapse(step);
  }

  void crash() {
    fixture.crashAndReopen();
  }

  /// Leases a job and lets the lease expire; maintenance has not run yet.
  Job abandoned() {
    submit();
    Job leased = lease("vanished", SHORT);
    elapse(SHORT.plusMillis(1));
    return leased;
  }

  /// Ends an expired lease as maintenance does.
  Applied giveBack(Job job) {
    return apply(Transitions.lapsed(found(job), POLICY, 0.5));
  }

  List<Job> overdueHere() {
    return store().overdue(1_000).stream().filter(job -> job.tenant().equals(tenant)).toList();
  }

  /// A job that has used up its attempts.
  Job dead() {
    submit();
    return killed(lease());
  }

  Job killed(Job leased) {
    RetryPolicy never = RetryPolicy.never();
    assertDone(apply(Transitions.settled(leased, Outcome.retry("broken"), never, 0)));
    return found(leased);
  }

  public boolean clockCanJump() {
    return fixture.clock() instanceof ManualClock;
  }
}
