package dev.waybill.conformance.job;

import static dev.waybill.conformance.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.EventCursor;
import dev.waybill.Job;
import dev.waybill.JobFilter;
import dev.waybill.NewEvent;
import dev.waybill.Payload;
import dev.waybill.QueueStats;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.spi.Applied;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class TenantsGroup extends JobStoreGroup {

  private final String stranger = Drafts.freshTenant();

  /// The key of the same job in another tenant.
  private JobKey foreign(Job job) {
    return new JobKey(stranger, job.id());
  }

  private LeaseKey foreignLease(Job job) {
    return new LeaseKey(foreign(job), job.attempt());
  }

  @Test
  @Promise("T1")
  void an_id_finds_nothing_in_another_tenant() {
    Job job = submit();
    lease();
    assertThat(store().find(foreign(job))).isEmpty();
    eventually(() -> assertThat(store().attempts(key(job))).hasSize(1));
    assertThat(store().attempts(foreign(job))).isEmpty();
  }

  @Test
  @Promise("T1")
  void a_list_contains_no_jobs_of_another_tenant() {
    Job job = submit();
    Job other = submit(Drafts.draft(stranger, job().build()));
    eventually(() -> assertThat(browse(tenant)).containsExactly(job));
    eventually(() -> assertThat(browse(stranger)).containsExactly(other));
    assertThat(browse(Drafts.freshTenant())).isEmpty();
  }

  private List<Job> browse(String of) {
    return store().browse(new JobQuery(of, JobFilter.ALL, 100, null)).items();
  }

  @Test
  @Promise("T1")
  void a_queue_of_the_same_name_in_another_tenant_is_another_queue() {
    submit();
    QueueKey theirs = new QueueKey(stranger, QUEUE);
    assertThat(store().lease(new LeaseQuery(theirs, "w", 10, LONG, Duration.ZERO))).isEmpty();
    store().pause(theirs, true);
    lease();
  }

  @Test
  @Promise("T1")
  void the_stats_of_a_queue_count_no_jobs_of_another_tenant() {
    submit();
    QueueStats none = QueueStats.unused(QUEUE);
    assertThat(store().stats(new QueueKey(stranger, QUEUE))).isEqualTo(none);
    assertThat(store().stats(stranger)).isEmpty();
    eventually(() -> assertThat(store().stats(tenant)).hasSize(1));
  }

  @Test
  @Promise("T1")
  void a_step_through_another_tenant_finds_no_job() {
    submit();
    Job leased = lease();
    assertThat(apply(Transitions.completed(foreignLease(leased), Payload.empty())))
        .isEqualTo(new Applied.Missing());
    assertThat(found(leased)).isEqualTo(leased);
  }

  @Test
  @Promise({"T1", "L2"})
  void a_lease_cannot_be_extended_through_another_tenant() {
    submit();
    Job leased = lease();
    assertThat(store().extend(List.of(foreignLease(leased)), LONG.multipliedBy(2)))
        .containsExactly(new LeaseExtension.Lost());
    assertThat(found(leased)).isEqualTo(leased);
  }

  @Test
  @Promise({"T1", "V1"})
  void events_are_neither_stored_nor_read_through_another_tenant() {
    submit();
    Job leased = lease();
    store().publish(leaseOf(leased), List.of(NewEvent.of(1, "secret", "secret")));
    assertThat(store().publish(foreignLease(leased), List.of(NewEvent.of(2, "x", ""))))
        .isEqualTo(new EventsStored.Lost());
    EventQuery theirs = new EventQuery(foreign(leased), EventCursor.START, 10, NOW);
    assertThat(store().read(theirs).events()).isEmpty();
    EventQuery ours = new EventQuery(key(leased), EventCursor.START, 10, NOW);
    assertThat(store().read(ours).events()).hasSize(1);
  }

  @Test
  @Promise("T1")
  void tenant_and_queue_are_not_concatenated_ambiguously() {
    String shared = Drafts.freshTenant();
    Job job = submit(Drafts.draft(shared + "/a", job().queue("b").build()));
    QueueKey lookalike = new QueueKey(shared, "a/b");
    assertThat(store().lease(new LeaseQuery(lookalike, "w", 1, LONG, NOW))).isEmpty();
    assertThat(store().find(new JobKey(shared, job.id()))).isEmpty();
  }
}
