package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.conformance.Seed;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Retention;
import dev.waybill.spi.Appended;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.Pruned;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

abstract class PruningGroup extends JobStoreGroup {

  private static final Retention ALL_SHORT =
      new Retention(SHORT, SHORT, SHORT, SHORT, SHORT, Duration.ZERO);

  /// A short retention for jobs in one state.
  private static Retention brief(State state) {
    return new Retention(
        state == State.COMPLETED ? SHORT : LONG,
        state == State.FAILED ? SHORT : LONG,
        state == State.CANCELLED ? SHORT : LONG,
        state == State.DEAD ? SHORT : LONG,
        LONG);
  }

  private Job ended(State state) {
    submit();
    Job leased = lease();
    switch (state) {
      case COMPLETED -> complete(leased);
      case FAILED -> settle(leased, Outcome.fail("no"));
      case CANCELLED -> {
        cancel(leased);
        settle(found(leased), new Outcome.Release());
      }
      case DEAD -> killed(leased);
      case SCHEDULED, QUEUED, RUNNING -> throw new IllegalArgumentException("not an end");
    }
    return found(leased);
  }

  /// Prunes until nothing is left to prune; other tests may share the store.
  private Set<JobId> pruneAll(Retention retention) {
    Set<JobId> pruned = new HashSet<>();
    List<Pruned> some = store().prune(retention, 100);
    while (!some.isEmpty()) {
      some.forEach(job -> assertThat(pruned.add(job.job().id())).as("not pruned before").isTrue());
      some = store().prune(retention, 100);
    }
    return pruned;
  }

  private void prunedIs(Retention retention, Job job) {
    Set<JobId> pruned = new HashSet<>();
    eventually(
        () -> {
          pruned.addAll(pruneAll(retention));
          assertThat(pruned).contains(job.id());
        });
  }

  @Test
  @Promise("S1")
  void finished_jobs_are_kept_by_the_retention_of_their_state() {
    for (State state : List.of(State.COMPLETED, State.FAILED, State.CANCELLED, State.DEAD)) {
      Job briefly = ended(state);
      Job longer = ended(state == State.DEAD ? State.FAILED : State.DEAD);
      assertThat(pruneAll(brief(state))).doesNotContain(briefly.id());
      elapse(SHORT.plusMillis(5));
      prunedIs(brief(state), briefly);
      assertThat(store().find(key(briefly))).isEmpty();
      assertThat(found(longer)).isEqualTo(longer);
    }
  }

  @Test
  @Promise("E1")
  void waiting_and_running_jobs_are_never_pruned() {
    submit();
    Job running = lease();
    Job waiting = submit();
    Job scheduled = submit(job().delay(LONG));
    elapse(SHORT.plusMillis(5));
    assertThat(pruneAll(ALL_SHORT)).doesNotContain(running.id(), waiting.id(), scheduled.id());
    assertThat(found(running)).isEqualTo(running);
    assertThat(found(waiting)).isEqualTo(waiting);
    assertThat(found(scheduled)).isEqualTo(scheduled);
  }

  @Test
  @Promise("D1")
  void a_redriven_job_is_not_pruned() {
    Job dead = ended(State.DEAD);
    elapse(SHORT.plusMillis(5));
    apply(Transitions.redriven(dead).orElseThrow());
    assertThat(pruneAll(ALL_SHORT)).doesNotContain(dead.id());
    lease();
  }

  @Test
  @Promise("V2")
  void pruning_works_in_small_steps() {
    for (int n = 0; n < 5; n++) {
      ended(State.COMPLETED);
    }
    elapse(SHORT.plusMillis(5));
    assertThat(store().prune(ALL_SHORT, 2)).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  @Promise({"S1", "E1"})
  void a_pruned_job_is_found_nowhere_even_after_a_crash() {
    submit(job().requestId("r-1"));
    Job leased = lease();
    store().publish(leaseOf(leased), List.of(NewEvent.of(1, "x", "x")));
    assertDone(complete(leased));
    elapse(SHORT.plusMillis(5));
    prunedIs(ALL_SHORT, leased);
    assertGone(leased);
    crash();
    assertGone(leased);
    assertThat(append(draft(job().requestId("r-1")))).isInstanceOf(Appended.New.class);
  }

  @Test
  @Promise("E2")
  void a_request_id_is_known_after_its_job_was_pruned() {
    submit(job().requestId("r-1"));
    Job leased = lease();
    assertDone(settle(leased, Outcome.fail("no")));
    elapse(SHORT.plusMillis(5));
    prunedIs(ALL_SHORT.withRequestIds(LONG), leased);
    assertThat(store().find(key(leased))).isEmpty();
    Appended.Duplicate known =
        new Appended.Duplicate(leased.id(), State.FAILED, leased.createdAt());
    assertThat(append(draft(job().requestId("r-1")))).isEqualTo(known);
    assertThat(append(draft(job().requestId("r-1").payload("other"))))
        .isEqualTo(new Appended.Conflict(leased.id()));
    crash();
    pruneAll(ALL_SHORT.withRequestIds(LONG));
    assertThat(append(draft(job().requestId("r-1")))).isEqualTo(known);
    assertThat(store().append(List.of(draft(job().requestId("r-1")), draft(job()))))
        .first()
        .isEqualTo(known);
    JobQuery query = new JobQuery(tenant, JobFilter.ALL.withRequestId("r-1"), 10, null);
    assertThat(store().browse(query).items()).isEmpty();
  }

  @Test
  @Promise("E2")
  void a_request_id_can_be_used_again_after_its_retention() {
    Duration known = SHORT.multipliedBy(4);
    submit(job().requestId("r-1"));
    Job first = lease();
    assertDone(complete(first));
    elapse(SHORT.plusMillis(5));
    prunedIs(ALL_SHORT.withRequestIds(known), first);
    elapse(known);
    Job second = submit(job().requestId("r-1"));
    assertThat(second.id()).isNotEqualTo(first.id());
    assertThat(append(draft(job().requestId("r-1")))).isEqualTo(duplicate(second));
    pruneAll(ALL_SHORT.withRequestIds(known));
    assertThat(append(draft(job().requestId("r-1")))).isEqualTo(duplicate(second));
  }

  @Test
  @Promise("E2")
  void a_request_id_is_known_at_least_as_long_as_its_job() {
    Job job = submit(job().requestId("r-1"));
    elapse(SHORT.plusMillis(5));
    pruneAll(ALL_SHORT);
    assertThat(append(draft(job().requestId("r-1")))).isEqualTo(duplicate(job));
  }

  @Test
  @Promise("V1")
  @Seed("S4.6")
  void events_expire_by_their_own_retention_after_the_end_of_their_job() {
    Retention briefEvents = new Retention(LONG, LONG, LONG, LONG, SHORT);
    submit();
    Job leased = lease();
    store().publish(leaseOf(leased), List.of(NewEvent.of(1, "x", "x")));
    elapse(SHORT.plusMillis(5));
    assertDone(complete(leased));
    pruneAll(briefEvents);
    EventQuery events = new EventQuery(key(leased), EventCursor.START, 10, Duration.ZERO);
    assertThat(store().read(events).events()).as("the job has just ended").hasSize(1);
    elapse(SHORT.plusMillis(5));
    eventually(
        () -> {
          pruneAll(briefEvents);
          assertThat(store().read(events).events()).isEmpty();
        });
    assertThat(store().find(key(leased))).isPresent();
  }

  private void assertGone(Job job) {
    assertThat(store().find(key(job))).isEmpty();
    eventually(() -> assertThat(store().attempts(key(job))).isEmpty());
    EventQuery events = new EventQuery(key(job), EventCursor.START, 10, Duration.ZERO);
    assertThat(store().read(events).events()).isEmpty();
    JobQuery all = new JobQuery(tenant, JobFilter.ALL, 10, null);
    eventually(() -> assertThat(store().browse(all).items()).isEmpty());
  }
}
