package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.NewEvent;
import dev.waybill.Outcome;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class DeletingGroup extends JobStoreGroup {

  private Job completed() {
    submit(job().requestId("r-1").tags("vip"));
    Job leased = lease();
    store().publish(leaseOf(leased), List.of(NewEvent.of(1, "x", "x")));
    assertDone(settle(leased, Outcome.done("result")));
    return found(leased);
  }

  private void assertGone(Job job) {
    assertThat(store().find(key(job))).isEmpty();
    assertThat(store().attempts(key(job))).isEmpty();
    assertThat(store().read(new EventQuery(key(job), EventCursor.START, 10, Duration.ZERO)))
        .isEqualTo(new EventsRead(List.of(), true));
    for (JobFilter filter :
        List.of(JobFilter.ALL, JobFilter.ALL.withTag("vip"), JobFilter.ALL.withRequestId("r-1"))) {
      eventually(
          () ->
              assertThat(store().browse(new JobQuery(tenant, filter, 10, null)).items())
                  .extracting(Job::id)
                  .doesNotContain(job.id()));
    }
    assertThat(store().delete(key(job))).isEqualTo(new Deleted.Missing());
  }

  @Test
  @Promise("S1")
  void a_deleted_job_is_found_nowhere_even_after_a_crash() {
    Job job = completed();
    assertThat(store().delete(key(job))).isEqualTo(new Deleted.Done(job));
    assertGone(job);
    crash();
    assertGone(job);
  }

  @Test
  @Promise("S1")
  void a_job_that_finished_long_ago_can_be_deleted() {
    Job job = completed();
    crash();
    assertThat(store().delete(key(job))).isEqualTo(new Deleted.Done(job));
    crash();
    assertGone(job);
  }

  @Test
  @Promise("E2")
  void the_request_id_of_a_deleted_job_can_be_used_again() {
    Job job = completed();
    assertThat(store().delete(key(job))).isInstanceOf(Deleted.Done.class);
    Job next = submit(job().requestId("r-1"));
    assertThat(next.id()).isNotEqualTo(job.id());
    assertThat(append(draft(job().requestId("r-1")))).isInstanceOf(Appended.Duplicate.class);
  }

  @Test
  @Promise("S1")
  void waiting_and_running_jobs_cannot_be_deleted() {
    submit();
    Job running = lease();
    Job waiting = submit();
    Job scheduled = submit(job().delay(LONG));
    for (Job job : List.of(running, waiting, scheduled)) {
      assertThat(store().delete(key(job))).isEqualTo(new Deleted.NotEnded());
      assertThat(found(job)).isEqualTo(job);
    }
  }

  @Test
  @Promise("S1")
  void a_deleted_job_cannot_be_retried_and_other_jobs_stay() {
    Job job = completed();
    Job other = dead();
    assertThat(store().delete(key(job))).isInstanceOf(Deleted.Done.class);
    assertThat(store().apply(List.of(Transitions.retried(job).orElseThrow())))
        .containsExactly(new Applied.Missing());
    assertThat(found(other).state()).isEqualTo(dev.waybill.State.DEAD);
  }

  @Test
  @Promise("S1")
  void a_job_that_runs_again_cannot_be_deleted() {
    Job dead = dead();
    apply(Transitions.redriven(dead).orElseThrow());
    assertThat(store().delete(key(dead))).isEqualTo(new Deleted.NotEnded());
    assertThat(lease().id()).isEqualTo(dead.id());
  }

  @Test
  @Promise("T1")
  void jobs_of_another_tenant_cannot_be_deleted() {
    Job job = completed();
    assertThat(store().delete(new JobKey(Drafts.freshTenant(), job.id())))
        .isEqualTo(new Deleted.Missing());
    assertThat(store().delete(new JobKey(tenant, new JobId(1, 2))))
        .isEqualTo(new Deleted.Missing());
    assertThat(found(job)).isEqualTo(job);
  }
}
