package dev.waybill.conformance.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.waybill.Job;
import dev.waybill.Payload;
import dev.waybill.conformance.Promise;
import dev.waybill.engine.Transitions;
import dev.waybill.settings.Quotas;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Appended.Quota;
import java.util.List;
import org.junit.jupiter.api.Test;

abstract class QuotaGroup extends JobStoreGroup {

  private static final int JOBS = 3;
  private static final int BYTES = 1_000;

  @Override
  public Settings settings() {
    return super.settings().withQuotas(new Quotas(JOBS, BYTES));
  }

  private static Appended overJobs() {
    return new Appended.OverQuota(Quota.LIVE_JOBS, JOBS);
  }

  private static Appended overBytes() {
    return new Appended.OverQuota(Quota.LIVE_BYTES, BYTES);
  }

  private Appended appendBytes(int size) {
    return append(draft(job().payload(Payload.wrap(new byte[size]))));
  }

  @Test
  @Promise("X1")
  void a_tenant_over_its_quota_of_jobs_is_refused_and_others_are_not() {
    submitMany(JOBS);
    assertThat(append(draft(job()))).isEqualTo(overJobs());
    accepted(append(Drafts.draft(Drafts.freshTenant(), job().build())));
    assertThat(store().lease(leaseQuery("worker", 10, LONG))).hasSize(JOBS);
  }

  @Test
  @Promise("X1")
  void a_batch_is_accepted_up_to_the_quota() {
    submitMany(JOBS - 1);
    List<Appended> answers = store().append(List.of(draft(job()), draft(job())));
    accepted(answers.get(0));
    assertThat(answers.get(1)).isEqualTo(overJobs());
  }

  @Test
  @Promise("X1")
  void a_tenant_over_its_quota_of_bytes_is_refused() {
    accepted(appendBytes(BYTES - 10));
    assertThat(appendBytes(11)).isEqualTo(overBytes());
    accepted(appendBytes(10));
    assertThat(appendBytes(1)).isEqualTo(overBytes());
    accepted(appendBytes(0));
  }

  @Test
  @Promise("X1")
  void running_jobs_count_and_finished_ones_do_not() {
    submitMany(JOBS);
    Job leased = lease();
    assertThat(append(draft(job()))).isEqualTo(overJobs());
    assertDone(complete(leased));
    submit();
    assertThat(append(draft(job()))).isEqualTo(overJobs());
  }

  @Test
  @Promise({"X1", "E1"})
  void quotas_count_the_same_after_a_crash() {
    accepted(appendBytes(BYTES - 10));
    submit(job().payload(""));
    assertDone(complete(lease()));
    crash();
    accepted(appendBytes(BYTES));
    assertThat(appendBytes(1)).isEqualTo(overBytes());
    accepted(appendBytes(0));
    assertThat(appendBytes(0)).isEqualTo(overJobs());
  }

  @Test
  @Promise("D1")
  void a_job_that_runs_again_counts_again_and_is_never_refused() {
    Job dead = dead();
    submitMany(JOBS);
    apply(Transitions.redriven(dead).orElseThrow());
    assertThat(append(draft(job()))).isEqualTo(overJobs());
    assertDone(complete(lease()));
    assertThat(append(draft(job()))).isEqualTo(overJobs());
    assertDone(complete(lease()));
    submit();
  }

  @Test
  @Promise("E2")
  void a_repeated_request_is_answered_whatever_the_quota() {
    Job job = submit(job().requestId("r-1"));
    submitMany(JOBS - 1);
    assertThat(append(draft(job().requestId("r-1")))).isEqualTo(duplicate(job));
  }
}
