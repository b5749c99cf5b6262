package dev.waybill.spi;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.settings.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Passes every call to another store; a subclass overrides the calls that it changes.
public abstract class ForwardingJobStore implements JobStore {

  protected final JobStore store;

  protected ForwardingJobStore(JobStore store) {
    this.store = store;
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return store.append(drafts);
  }

  @Override
  public List<Job> lease(LeaseQuery query) {
    return store.lease(query);
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    return store.extend(leases, leaseDuration);
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    return store.apply(steps);
  }

  @Override
  public Optional<Job> find(JobKey key) {
    return store.find(key);
  }

  @Override
  public List<Attempt> attempts(JobKey key) {
    return store.attempts(key);
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    return store.browse(query);
  }

  @Override
  public JobChanges changes(String after, int max) {
    return store.changes(after, max);
  }

  @Override
  public List<Job> overdue(int max) {
    return store.overdue(max);
  }

  @Override
  public List<Job> waiting(QueueKey queue, Instant before, int max) {
    return store.waiting(queue, before, max);
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    store.pause(queue, paused);
  }

  @Override
  public QueueStats stats(QueueKey queue) {
    return store.stats(queue);
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    return store.stats(tenant);
  }

  @Override
  public EventsStored publish(LeaseKey lease, List<NewEvent> events) {
    return store.publish(lease, events);
  }

  @Override
  public EventsRead read(EventQuery query) {
    return store.read(query);
  }

  @Override
  public Deleted delete(JobKey key) {
    return store.delete(key);
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    return store.prune(retention, max);
  }
}
