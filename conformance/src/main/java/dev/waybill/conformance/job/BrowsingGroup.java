package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.JobId;
import dev.waybill.JobText;
import dev.waybill.NewJob;
import dev.waybill.Outcome;
import dev.waybill.Page;
import dev.waybill.State;
import dev.waybill.conformance.Promise;
import dev.waybill.spi.JobQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

abstract class BrowsingGroup extends JobStoreGroup {

  private Page<Job> browse(JobFilter filter, int limit, @Nullable String before) {
    return store().browse(new JobQuery(tenant, filter, limit, before));
  }

  private void assertShows(JobFilter filter, Job... jobs) {
    List<JobId> wanted = List.of(jobs).stream().map(Job::id).toList();
    eventually(
        () -> assertThat(browse(filter, 100, null).items()).extracting(Job::id).isEqualTo(wanted));
  }

  @Test
  @Promise("E1")
  void a_list_has_the_same_jobs_as_find_newest_first() {
    Job first = submit();
    Job second = submit();
    lease();
    assertShows(JobFilter.ALL, second, first);
    eventually(
        () ->
            assertThat(browse(JobFilter.ALL, 10, null).items())
                .containsExactly(found(second), found(first)));
  }

  @Test
  @Promise("E1")
  void a_list_is_the_same_after_a_crash() {
    Job first = submit();
    Job second = submit();
    assertDone(complete(lease()));
    crash();
    assertShows(JobFilter.ALL, second, first);
    assertShows(JobFilter.ALL.withStates(State.COMPLETED), first);
  }

  @Test
  @Promise("E1")
  void jobs_are_filtered_by_queue_type_and_tag() {
    Job plain = submit();
    Job queue = submit(job().queue("other"));
    Job type = submit(NewJob.builder("special").queue(QUEUE));
    Job tag = submit(job().tags("vip", "eu"));
    assertShows(JobFilter.ALL.withQueue("other"), queue);
    assertShows(JobFilter.ALL.withType("special"), type);
    assertShows(JobFilter.ALL.withTag("vip"), tag);
    assertShows(JobFilter.ALL.withTag("eu"), tag);
    assertShows(JobFilter.ALL.withTag("v"));
    assertShows(JobFilter.ALL.withQueue(QUEUE).withType("demo"), tag, plain);
    assertShows(JobFilter.ALL.withQueue("other").withTag("vip"));
  }

  @Test
  @Promise({"E1", "E2"})
  void jobs_are_filtered_by_each_text() {
    JobText.FILTERS.forEach(this::assertFoundBy);
  }

  private void assertFoundBy(JobText text) {
    submit();
    Job asked = submit(with(text, "r-1"));
    Job like = submit(with(text, "r-10"));
    JobFilter same = JobFilter.ALL.withText(text, "r-1");
    assertShows(same, asked);
    assertShows(JobFilter.ALL.withText(text, "r-10"), like);
    assertShows(JobFilter.ALL.withText(text, "r"));
    assertShows(same.withQueue("other"));
    assertShows(same.withStates(State.COMPLETED));
    List<Job> leased = store().lease(leaseQuery("worker", 10, LONG));
    assertShows(same.withStates(State.RUNNING), asked);
    crash();
    assertShows(same, asked);
    leased.forEach(job -> assertDone(complete(job)));
    assertShows(same.withStates(State.COMPLETED), asked);
    crash();
    assertShows(same, asked);
  }

  private NewJob.Builder with(JobText text, String value) {
    NewJob.Builder job = job();
    text.set(job, value);
    return job;
  }

  @Test
  @Promise({"E2", "T1"})
  void a_request_id_finds_only_the_job_of_its_own_tenant() {
    Job here = submit(job().requestId("r-1"));
    String other = Drafts.freshTenant();
    accepted(append(Drafts.draft(other, job().requestId("r-1").build())));
    assertShows(JobFilter.ALL.withRequestId("r-1"), here);
    JobQuery nothing =
        new JobQuery(Drafts.freshTenant(), JobFilter.ALL.withRequestId("r-1"), 9, null);
    assertThat(store().browse(nothing).items()).isEmpty();
  }

  @Test
  @Promise("E2")
  void a_filter_by_request_id_has_no_next_page() {
    Job asked = submit(job().requestId("r-1"));
    submit();
    assertShows(JobFilter.ALL.withRequestId("r-1"), asked);
    assertThat(browse(JobFilter.ALL.withRequestId("r-1"), 1, null).nextCursor()).isNull();
  }

  @Test
  @Promise("E1")
  void jobs_are_filtered_by_each_state() {
    Job dead = dead();
    submit();
    Job completed = lease();
    assertDone(complete(completed));
    Job cancelled = submit();
    cancel(cancelled);
    submit();
    Job failed = lease();
    assertDone(settle(failed, Outcome.fail("no")));
    submit();
    Job running = lease();
    Job queued = submit();
    Job scheduled = submit(job().delay(LONG));
    assertShows(JobFilter.ALL.withStates(State.DEAD), dead);
    assertShows(JobFilter.ALL.withStates(State.COMPLETED), completed);
    assertShows(JobFilter.ALL.withStates(State.CANCELLED), cancelled);
    assertShows(JobFilter.ALL.withStates(State.FAILED), failed);
    assertShows(JobFilter.ALL.withStates(State.RUNNING), running);
    assertShows(JobFilter.ALL.withStates(State.QUEUED), queued);
    assertShows(JobFilter.ALL.withStates(State.SCHEDULED), scheduled);
    assertShows(JobFilter.ALL.withStates(State.SCHEDULED, State.DEAD), scheduled, dead);
    assertShows(JobFilter.ALL.withStates(Set.of()));
  }

  @Test
  @Promise({"E1", "L5"})
  void a_scheduled_job_is_listed_as_queued_once_it_is_due() {
    Job job = submit(job().delay(SHORT));
    assertShows(JobFilter.ALL.withStates(State.SCHEDULED), job);
    assertShows(JobFilter.ALL.withStates(State.QUEUED));
    elapse(SHORT);
    assertShows(JobFilter.ALL.withStates(State.QUEUED), job);
    assertShows(JobFilter.ALL.withStates(State.SCHEDULED));
    assertThat(browse(JobFilter.ALL, 1, null).items().getFirst().state()).isEqualTo(State.QUEUED);
  }

  @Test
  @Promise("E1")
  void jobs_are_filtered_by_creation_time() {
    Job first = submit();
    elapse(Duration.ofMillis(20));
    Job second = submit();
    elapse(Duration.ofMillis(20));
    Job third = submit();
    assertShows(JobFilter.ALL.withCreated(second.createdAt(), null), third, second);
    assertShows(JobFilter.ALL.withCreated(null, second.createdAt()), first);
    assertShows(JobFilter.ALL.withCreated(second.createdAt(), third.createdAt()), second);
  }

  @Test
  @Promise("V2")
  void pages_contain_every_job_once() {
    List<Job> jobs = submitMany(25);
    assertShows(JobFilter.ALL.withQueue(QUEUE), jobs.reversed().toArray(Job[]::new));
    List<JobId> seen = new ArrayList<>();
    Page<Job> page = browse(JobFilter.ALL, 10, null);
    while (page.nextCursor() != null) {
      assertThat(seen).hasSizeLessThan(25);
      assertThat(page.items()).hasSize(10);
      page.items().forEach(job -> seen.add(job.id()));
      page = browse(JobFilter.ALL, 10, page.nextCursor());
    }
    page.items().forEach(job -> seen.add(job.id()));
    assertThat(seen).isEqualTo(jobs.reversed().stream().map(Job::id).toList());
  }

  @Test
  @Promise("V2")
  void pages_stay_consistent_while_jobs_are_added_and_after_a_crash() {
    List<Job> jobs = submitMany(4);
    assertShows(JobFilter.ALL, jobs.reversed().toArray(Job[]::new));
    Page<Job> first = browse(JobFilter.ALL, 2, null);
    submitMany(3);
    crash();
    eventually(
        () ->
            assertThat(browse(JobFilter.ALL, 10, first.nextCursor()).items())
                .extracting(Job::id)
                .containsExactly(jobs.get(1).id(), jobs.get(0).id()));
  }

  @Test
  @Promise("V2")
  void a_filter_applies_to_every_page() {
    for (int n = 0; n < 12; n++) {
      submit(n % 2 == 0 ? job().tags("even") : job());
    }
    JobFilter even = JobFilter.ALL.withTag("even");
    eventually(() -> assertThat(browse(even, 100, null).items()).hasSize(6));
    Page<Job> first = browse(even, 4, null);
    assertThat(first.items()).hasSize(4);
    assertThat(browse(even, 4, first.nextCursor()).items()).hasSize(2);
  }
}
