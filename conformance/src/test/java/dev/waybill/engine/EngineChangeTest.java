package dev.waybill.engine;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.DURATION;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobAction;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.Lease;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.RetryPolicy;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.result.BulkResult;
import dev.waybill.result.ChangeResult;
import dev.waybill.result.Changed;
import dev.waybill.result.Extended;
import dev.waybill.result.Refused;
import dev.waybill.result.Settled;
import dev.waybill.service.BulkWalk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineChangeTest extends EngineTest {

  private static final JobId UNKNOWN = new JobId(1, 2);

  @Test
  @Promise("S3")
  void a_waiting_job_is_cancelled_at_once() {
    JobId id = enqueue();
    assertThat(changed(engine.cancel(id))).isEqualTo(State.CANCELLED);
    assertThat(leaseAll()).isEmpty();
  }

  @Test
  @Promise("S3")
  void a_running_job_is_asked_to_stop_and_ends_as_cancelled() {
    enqueue();
    Lease lease = lease();
    assertThat(changed(engine.cancel(lease.job().id()))).isEqualTo(State.RUNNING);
    assertThat(engine.extend(List.of(lease.token()), Duration.ofSeconds(5)).getFirst())
        .isInstanceOfSatisfying(Extended.class, e -> assertThat(e.cancelRequested()).isTrue());
    assertThat(engine.settle(lease.token(), Outcome.retry("stopped")))
        .isEqualTo(new Settled(State.CANCELLED));
  }

  @Test
  void a_job_asked_to_stop_that_succeeds_is_completed() {
    enqueue();
    Lease lease = lease();
    engine.cancel(lease.job().id());
    assertThat(engine.settle(lease.token(), Outcome.done()))
        .isEqualTo(new Settled(State.COMPLETED));
  }

  @Test
  @Promise("S1")
  void cancelling_a_finished_job_is_refused_with_the_reason() {
    JobId id = completed();
    refused(engine.cancel(id), Code.WRONG_STATE, "completed");
    refused(engine.redrive(id), Code.WRONG_STATE, "completed");
    assertThat(find(id).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  void cancelling_twice_is_idempotent() {
    enqueue();
    JobId id = lease().job().id();
    engine.cancel(id);
    Job asked = find(id);
    assertThat(changed(engine.cancel(id))).isEqualTo(State.RUNNING);
    assertThat(find(id)).isEqualTo(asked);
  }

  @Test
  void an_unknown_job_is_not_found() {
    refused(engine.cancel(UNKNOWN), Code.NOT_FOUND, UNKNOWN.toString());
    refused(engine.retry(UNKNOWN), Code.NOT_FOUND, UNKNOWN.toString());
    refused(engine.redrive(UNKNOWN), Code.NOT_FOUND, UNKNOWN.toString());
  }

  @Test
  void retrying_runs_finished_jobs_again_and_scheduled_ones_at_once() {
    assertThat(changed(engine.retry(completed()))).isEqualTo(State.QUEUED);
    JobId later = enqueue(NewJob.builder("type").delay(Duration.ofDays(1)));
    assertThat(changed(engine.retry(later))).isEqualTo(State.QUEUED);
    refused(engine.retry(later), Code.WRONG_STATE, "queued");
  }

  @Test
  @Promise("D1")
  void a_dead_job_is_redriven_once_with_its_history() {
    JobId id = dead();
    assertThat(changed(engine.redrive(id))).isEqualTo(State.QUEUED);
    refused(engine.redrive(id), Code.WRONG_STATE, "queued");
    assertThat(find(id).progress().generation()).isEqualTo(1);
    assertThat(find(id).progress().errors()).isZero();
    assertThat(engine.attempts(id)).hasSize(1);
    assertThat(leaseAll()).hasSize(1);
  }

  @Test
  void a_job_that_changes_in_between_is_read_again() {
    JobId id = enqueue();
    interposed.beforeNext("apply", this::lease);
    assertThat(changed(engine.cancel(id))).isEqualTo(State.RUNNING);
    assertThat(find(id).progress().cancelRequested()).isTrue();
  }

  @Test
  void cancelling_all_changes_matching_jobs_that_can_be_cancelled() {
    completed();
    engine.enqueueAll(Collections.nCopies(1_200, NewJob.of("many", "")));
    JobId other = enqueue(NewJob.builder("other"));
    assertThat(engine.cancelAll(JobFilter.ALL.withType("many")))
        .isEqualTo(new BulkResult(1_200, 0));
    assertThat(engine.cancelAll(JobFilter.ALL.withType("many"))).isEqualTo(new BulkResult(0, 0));
    assertThat(find(other).state()).isEqualTo(State.QUEUED);
  }

  @Test
  void jobs_that_changed_before_their_turn_are_skipped() {
    enqueue();
    enqueue();
    interposed.beforeNext("apply", () -> engine.lease(REQUEST.withMax(1)));
    assertThat(engine.cancelAll(JobFilter.ALL.withStates(State.QUEUED)))
        .isEqualTo(new BulkResult(1, 1));
  }

  @Test
  void jobs_that_changed_and_still_match_are_changed() {
    enqueue();
    enqueue();
    interposed.beforeNext("apply", () -> engine.lease(REQUEST.withMax(1)));
    assertThat(engine.cancelAll(JobFilter.ALL)).isEqualTo(new BulkResult(2, 0));
  }

  @Test
  void a_bulk_change_can_be_stopped_and_continued() {
    engine.enqueueAll(Collections.nCopies(30, NewJob.of("many", "")));
    BulkWalk bulk = engine.service(BulkWalk.class);
    BulkWalk.Request slow = new BulkWalk.Request(JobAction.CANCEL, JobFilter.ALL, 8);
    List<Duration> waits = new ArrayList<>();
    BulkWalk.Position stopped =
        bulk.walk(
            slow,
            BulkWalk.Position.START,
            (now, wait) -> {
              waits.add(wait);
              return now.changed() < 12;
            });
    assertThat(stopped).extracting("changed", "skipped").containsExactly(12L, 0L);
    assertThat(waits).hasSize(6).last(as(DURATION)).isLessThan(Duration.ofMillis(1_501));
    BulkWalk.Position end = bulk.walk(slow, stopped, BulkWalk.Control.NONE);
    assertThat(end).extracting("changed", "skipped").containsExactly(30L, 0L);
  }

  @Test
  @Promise("D1")
  void redriving_all_changes_dead_jobs_only() {
    JobId dead = dead();
    JobId completed = completed();
    assertThat(engine.redriveAll(JobFilter.ALL.withStates(State.COMPLETED)))
        .isEqualTo(new BulkResult(0, 0));
    assertThat(engine.redriveAll(JobFilter.ALL)).isEqualTo(new BulkResult(1, 0));
    assertThat(engine.redriveAll(JobFilter.ALL)).isEqualTo(new BulkResult(0, 0));
    assertThat(find(dead).state()).isEqualTo(State.QUEUED);
    assertThat(find(completed).state()).isEqualTo(State.COMPLETED);
  }

  @Test
  void retrying_all_changes_finished_jobs() {
    dead();
    completed();
    assertThat(engine.retryAll(JobFilter.ALL)).isEqualTo(new BulkResult(2, 0));
    assertThat(leaseAll()).hasSize(2);
  }

  @Test
  @Promise("T1")
  void changes_stay_inside_the_tenant() {
    JobId id = dead();
    JobId waiting = enqueue();
    var other = engine.tenant("other");
    refused(other.cancel(waiting), Code.NOT_FOUND, "no job");
    refused(other.redrive(id), Code.NOT_FOUND, "no job");
    assertThat(other.cancelAll(JobFilter.ALL)).isEqualTo(new BulkResult(0, 0));
    assertThat(other.retryAll(JobFilter.ALL)).isEqualTo(new BulkResult(0, 0));
    assertThat(find(waiting).state()).isEqualTo(State.QUEUED);
  }

  private JobId completed() {
    JobId id = enqueue();
    engine.settle(lease().token(), Outcome.done());
    return id;
  }

  private JobId dead() {
    JobId id = enqueue(NewJob.builder("type").retry(RetryPolicy.never()));
    engine.settle(lease().token(), Outcome.retry("no luck"));
    return id;
  }

  private static State changed(ChangeResult answer) {
    assertThat(answer).isInstanceOf(Changed.class);
    return ((Changed) answer).job().state();
  }

  private static void refused(ChangeResult answer, Code code, String words) {
    assertThat(answer).isInstanceOf(Refused.class);
    assertThat(((Refused) answer).code()).isEqualTo(code);
    assertThat(((Refused) answer).detail()).contains(words);
  }
}
