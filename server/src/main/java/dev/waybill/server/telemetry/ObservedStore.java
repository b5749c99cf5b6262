package dev.waybill.server.telemetry;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.ForwardingJobStore;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A store that counts state changes of jobs and creates spans for operations. Every change of a
/// job passes here, including maintenance, so nothing else has to count.
final class ObservedStore extends ForwardingJobStore {

  private final JobCounts counts;
  private final StoreSpans spans;

  ObservedStore(JobStore store, JobCounts counts, StoreSpans spans) {
    super(store);
    this.counts = counts;
    this.spans = spans;
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    List<Appended> answers = spans.around("append", drafts.size(), () -> store.append(drafts));
    for (int i = 0; i < answers.size(); i++) {
      counts.appended(drafts.get(i), answers.get(i));
    }
    return answers;
  }

  @Override
  public List<Job> lease(LeaseQuery query) {
    List<Job> jobs = spans.around("lease", () -> store.lease(query));
    if (!jobs.isEmpty()) {
      counts.leased(jobs);
    }
    return jobs;
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    CallSpans.of(() -> counts.queuesOf(steps.stream().map(step -> step.guard().job()).toList()));
    List<Applied> answers = spans.around("apply", steps.size(), () -> store.apply(steps));
    for (int i = 0; i < steps.size(); i++) {
      if (answers.get(i) instanceof Applied.Done) {
        counts.applied(steps.get(i), store);
      }
    }
    return answers;
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    CallSpans.of(() -> counts.queuesOf(leases.stream().map(LeaseKey::job).toList()));
    return spans.around("extend", leases.size(), () -> store.extend(leases, leaseDuration));
  }

  @Override
  public Optional<Job> find(JobKey key) {
    return spans.around("find", () -> store.find(key));
  }

  @Override
  public List<Attempt> attempts(JobKey key) {
    return spans.around("attempts", () -> store.attempts(key));
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    return spans.around("browse", () -> store.browse(query));
  }

  @Override
  public QueueStats stats(QueueKey queue) {
    return spans.around("stats", () -> store.stats(queue));
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    return spans.around("stats", () -> store.stats(tenant));
  }

  @Override
  public EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    CallSpans.of(() -> counts.queuesOf(List.of(lease.job())));
    return spans.around("publish", events.size(), () -> store.publish(lease, events));
  }
}
