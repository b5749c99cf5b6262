package dev.waybill.testkit;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.JobEvent;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.Retention;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.Kept;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import dev.waybill.spi.Stored;
import dev.waybill.spi.Take;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Does what the store behind it does; a broken store differs in one method.
public abstract class ForwardingStore implements JobStore {

  protected final JobStore good;

  protected ForwardingStore(JobStore good) {
    this.good = good;
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return good.append(drafts);
  }

  @Override
  public List<Job> lease(Take take) {
    return good.lease(take);
  }

  @Override
  public List<Kept> extend(List<LeaseKey> leases, Duration hold) {
    return good.extend(leases, hold);
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    return good.apply(steps);
  }

  @Override
  public Optional<Job> find(JobKey key) {
    return good.find(key);
  }

  @Override
  public List<Attempt> attempts(JobKey key) {
    return good.attempts(key);
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    return good.browse(query);
  }

  @Override
  public List<Job> overdue(int max) {
    return good.overdue(max);
  }

  @Override
  public List<Job> waiting(QueueKey queue, Instant before, int max) {
    return good.waiting(queue, before, max);
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    good.pause(queue, paused);
  }

  @Override
  public QueueStats stats(QueueKey queue) {
    return good.stats(queue);
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    return good.stats(tenant);
  }

  @Override
  public Stored publish(LeaseKey lease, List<NewEvent> events) {
    return good.publish(lease, events);
  }

  @Override
  public List<JobEvent> read(EventQuery query) {
    return good.read(query);
  }

  @Override
  public Deleted delete(JobKey key) {
    return good.delete(key);
  }

  @Override
  public List<Job> prune(Retention retention, int max) {
    return good.prune(retention, max);
  }
}
