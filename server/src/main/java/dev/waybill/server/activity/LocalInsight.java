package dev.waybill.server.activity;

import dev.waybill.Code;
import dev.waybill.Job;
import dev.waybill.JobId;
import dev.waybill.WaybillException;
import dev.waybill.engine.index.FailureGroups;
import dev.waybill.insight.FailureQuery;
import dev.waybill.insight.Failures;
import dev.waybill.insight.Insight;
import dev.waybill.insight.JobExplanation;
import dev.waybill.insight.LiveWorker;
import dev.waybill.insight.Overview;
import dev.waybill.insight.OverviewSource;
import dev.waybill.insight.Series;
import dev.waybill.insight.SeriesQuery;
import dev.waybill.server.auth.LocalAdmin;
import dev.waybill.service.ServiceHost;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.QueueKey;
import java.time.Instant;
import java.util.List;

/// Insight in the process that has the store open.
final class LocalInsight implements Insight, OverviewSource {

  /// More jobs than this are not counted.
  private static final int MOST_AHEAD = 100;

  private final ServiceHost host;
  private final String tenant;
  private final Activity activity;
  private final FailureGroups failures;

  LocalInsight(ServiceHost host, String tenant, Activity activity, FailureGroups failures) {
    this.host = host;
    this.tenant = tenant;
    this.activity = activity;
    this.failures = failures;
  }

  @Override
  public Failures failures(FailureQuery query) {
    host.backend().capabilities().requireSearch();
    return failures.find(tenant, query);
  }

  @Override
  public Series series(SeriesQuery query) {
    return activity.series(tenant, query);
  }

  @Override
  public List<LiveWorker> workers() {
    return activity.of(tenant).map(record -> record.workers().shown(now())).orElse(List.of());
  }

  @Override
  public JobExplanation explain(JobId id) {
    JobStore jobs = host.backend().jobs();
    JobKey key = new JobKey(tenant, id);
    Job job =
        jobs.find(key)
            .orElseThrow(() -> new WaybillException(Code.NOT_FOUND, "there is no job " + id));
    return new JobDiagnosis(job, jobs.attempts(key), surroundings(jobs, job)).explanation();
  }

  private JobDiagnosis.Surroundings surroundings(JobStore jobs, Job job) {
    QueueKey queue = new QueueKey(tenant, job.queue());
    Instant since = now().minus(WorkerRecords.SHOWN);
    boolean hasWorker =
        activity
            .of(tenant)
            .filter(record -> record.workers().hasSeenFor(job.queue(), since))
            .isPresent();
    long ahead =
        job.state().isWaiting()
            ? jobs.waiting(queue, job.progress().runAt(), MOST_AHEAD).stream()
                .filter(other -> !other.id().equals(job.id()))
                .count()
            : 0;
    return new JobDiagnosis.Surroundings(now(), jobs.stats(queue).paused(), hasWorker, ahead);
  }

  @Override
  public Overview overview() {
    TenantRecord record = activity.recorded(tenant);
    return new Overview(
        now(),
        host.backend().jobs().stats(tenant),
        record == null ? Overview.Rates.NONE : record.rates(now()),
        host.require(LocalAdmin.class, tenant).index().lagSeconds());
  }

  private Instant now() {
    return activity.now();
  }
}
