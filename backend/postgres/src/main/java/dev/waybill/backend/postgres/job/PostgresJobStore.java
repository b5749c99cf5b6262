package dev.waybill.backend.postgres.job;

import dev.waybill.Attempt;
import dev.waybill.Job;
import dev.waybill.NewEvent;
import dev.waybill.Page;
import dev.waybill.QueueStats;
import dev.waybill.backend.postgres.sql.Database;
import dev.waybill.settings.Retention;
import dev.waybill.settings.Settings;
import dev.waybill.spi.Appended;
import dev.waybill.spi.Applied;
import dev.waybill.spi.Deleted;
import dev.waybill.spi.Draft;
import dev.waybill.spi.EventQuery;
import dev.waybill.spi.EventsRead;
import dev.waybill.spi.EventsStored;
import dev.waybill.spi.JobChanges;
import dev.waybill.spi.JobKey;
import dev.waybill.spi.JobQuery;
import dev.waybill.spi.JobStore;
import dev.waybill.spi.LeaseExtension;
import dev.waybill.spi.LeaseKey;
import dev.waybill.spi.LeaseQuery;
import dev.waybill.spi.Pruned;
import dev.waybill.spi.QueueKey;
import dev.waybill.spi.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Jobs in PostgreSQL, shared by any number of servers.
public final class PostgresJobStore implements JobStore {

  private final Database database;
  private final Queues queues;
  private final Waking waking;
  private final Appending appending;
  private final Claiming claiming;
  private final StepApplying applying;
  private final LeaseExtending extending;
  private final JobLookup reading;
  private final JobBrowsing browsing;
  private final JobFeed feed;
  private final JobEvents events;
  private final JobPruning pruning;

  public PostgresJobStore(Database database, Settings settings, Waking waking) {
    this.database = database;
    this.waking = waking;
    SafePoint safe = new SafePoint(database);
    queues = new Queues(database);
    appending = new Appending(database, queues, new Room(settings), waking);
    claiming = new Claiming(database, queues, waking, new Floors(database, safe));
    applying = new StepApplying(database, waking);
    extending = new LeaseExtending(database);
    reading = new JobLookup(database);
    browsing = new JobBrowsing(database, queues);
    feed = new JobFeed(database, safe);
    events = new JobEvents(database, waking);
    pruning = new JobPruning(database);
    pruning.prepareDays();
  }

  @Override
  public List<Appended> append(List<Draft> drafts) {
    return appending.append(drafts);
  }

  @Override
  public List<Job> lease(LeaseQuery query) {
    return claiming.lease(query);
  }

  @Override
  public List<LeaseExtension> extend(List<LeaseKey> leases, Duration leaseDuration) {
    return extending.extend(leases, leaseDuration);
  }

  @Override
  public List<Applied> apply(List<Step> steps) {
    return applying.apply(steps);
  }

  @Override
  public Optional<Job> find(JobKey key) {
    return reading.find(key);
  }

  @Override
  public List<Attempt> attempts(JobKey key) {
    return reading.attempts(key);
  }

  @Override
  public Page<Job> browse(JobQuery query) {
    return browsing.list(query);
  }

  @Override
  public JobChanges changes(String after, int max) {
    return feed.changes(after, max);
  }

  @Override
  public List<Job> overdue(int max) {
    return reading.overdue(max);
  }

  @Override
  public List<Job> waiting(QueueKey queue, Instant before, int max) {
    return queues.find(queue).map(n -> reading.waiting(n, before, max)).orElse(List.of());
  }

  @Override
  public void pause(QueueKey queue, boolean paused) {
    Map<QueueKey, Integer> number = queues.numbers(Set.of(queue));
    database.write(
        "pause a queue",
        write ->
            write
                .query("update {queue} set paused = ? where tenant = ? and name = ?")
                .flag(paused)
                .text(queue.tenant())
                .text(queue.queue())
                .run());
    number.values().forEach(waking::queueChanged);
  }

  @Override
  public QueueStats stats(QueueKey queue) {
    return reading.stats(queue).orElseGet(() -> QueueStats.unused(queue.queue()));
  }

  @Override
  public List<QueueStats> stats(String tenant) {
    return reading.stats(tenant);
  }

  @Override
  public EventsStored publish(LeaseKey lease, List<NewEvent> news) {
    return events.publish(lease, news);
  }

  @Override
  public EventsRead read(EventQuery query) {
    return events.read(query);
  }

  @Override
  public Deleted delete(JobKey key) {
    return pruning.delete(key);
  }

  @Override
  public List<Pruned> prune(Retention retention, int max) {
    return pruning.prune(retention, max);
  }
}
