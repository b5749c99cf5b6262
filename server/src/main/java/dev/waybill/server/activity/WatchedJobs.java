package dev.waybill.server.activity;

import dev.waybill.Job;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;

/// A store that records what happens in an [Activity].
final class WatchedJobs extends ForwardingJobStore {

  private final Activity activity;

  WatchedJobs(JobStore store, Activity activity) {
    super(store);
    this.activity = activity;
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    List<Appended> answers = store.append(drafts);
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof Appended.New) {
        Draft draft = drafts.get(i);
        activity.enqueued(draft.key().tenant(), draft.job().queue());
      }
    }
    return answers;
  }

  /// A worker that waits for jobs is alive, so both ends of the call count.
  @Override
  public List<Job> lease(LeaseQuery query) {
    activity.asked(query);
    List<Job> jobs = store.lease(query);
    activity.asked(query);
    if (!jobs.isEmpty()) {
      activity.leased(query, jobs);
    }
    return jobs;
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    List<LeaseExtension> answers = store.extend(leases, leaseDuration);
    activity.extended(leases, answers);
    return answers;
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    List<Applied> answers = store.apply(steps);
    for (int i = 0; i < steps.size(); i++) {
      if (answers.get(i) instanceof Applied.Done) {
        activity.applied(steps.get(i), store);
      }
    }
    return answers;
  }
}
